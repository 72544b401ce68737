"""HyperQueue: a server and workers of the Python package, each in a process of its own."""

import os
import sys

from . import node, processes
from .engine import Engine


class HyperQueue(Engine):
    name = "hyperqueue"

    def start(self):
        self.daemons = {}
        self.servers = 0
        self.start_controller()
        for number in range(self.nodes):
            self.start_node(number)

    def start_controller(self):
        # A server that is started again is another one: without a journal it knows nothing of jobs before.
        self.servers += 1
        self.server_folder = self.folder / f"server-{self.servers}"
        self.server_folder.mkdir()
        command = [sys.executable, "-m", "engines.hyperqueue_daemon", "server", str(self.server_folder)]
        self.controller = processes.start(command, self.log, env=self.environment())
        processes.wait_until((self.server_folder / "ready").exists, 30, "the server listens")

    def kill_controller(self):
        processes.kill([self.controller.pid])
        self.controller.wait()

    def start_node(self, number, mounts=()):
        own = self.folder / f"worker-{number}"
        ready = own / "ready"
        own.mkdir(exist_ok=True)
        ready.unlink(missing_ok=True)
        command = [sys.executable, "-m", "engines.hyperqueue_daemon", "worker", str(self.server_folder), str(own)]
        environment = {**self.environment(), "YARDSTICK_NODE": f"node{number}"}
        self.daemons[number] = processes.start(node.command(mounts, command), self.log, env=environment)
        processes.wait_until(ready.exists, 30, "the worker is known to the server")

    def wait_for_nodes(self):
        pass

    def stop_node(self, number):
        """Kills a machine as a loss of power does: the worker and all that it runs."""
        daemon = self.daemons[number]
        found = [
            one
            for one in processes.descendants()
            if processes.environment(one).get("YARDSTICK_NODE") == f"node{number}"
        ]
        processes.kill([daemon.pid, *processes.descendants(daemon.pid), *found])
        daemon.wait()

    def kill_worker(self, number):
        """Kills only the worker."""
        processes.kill([self.daemons[number].pid])
        self.daemons[number].wait()

    def script(self, job):
        return [sys.executable, str(job.script), str(self.server_folder)]

    def environment(self):
        return {**os.environ, **super().environment()}

    def stop(self):
        pass
