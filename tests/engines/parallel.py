"""GNU parallel, which starts programs by ssh on two sshd of ours."""

import subprocess
from pathlib import Path

from . import node, processes
from .engine import Engine

PORT = 17_900
# sshd_config(5), for a daemon of an ordinary user, who alone may log in.
CONFIGURATION = """\
ListenAddress 127.0.0.1:{port}
HostKey {folder}/host-key
PidFile none
AuthorizedKeysFile {folder}/key.pub
StrictModes no
PasswordAuthentication no
UsePAM no
MaxStartups 50
SetEnv YARDSTICK_NODE=node{number}
"""


class Parallel(Engine):
    name = "parallel"

    def start(self):
        self.daemons = {}
        for key in ("host-key", "key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / key)], check=True)
        for number in range(self.nodes):
            self.start_node(number)
        self.wait_for_nodes()

    def start_node(self, number, mounts=()):
        configuration = self.folder / f"sshd-{number}.conf"
        port = PORT + number
        configuration.write_text(CONFIGURATION.format(folder=self.folder, port=port, number=number))
        command = ["/usr/sbin/sshd", "-D", "-e", "-f", str(configuration)]
        self.daemons[number] = processes.start(node.command(mounts, command), self.log)

    def wait_for_nodes(self):
        for number in range(self.nodes):
            processes.wait_until(lambda number=number: self.answers(number), 30, "sshd answers")

    def answers(self, number):
        return subprocess.run([*self.ssh(number).split(), "true"], capture_output=True).returncode == 0

    def ssh(self, number):
        user = Path("/proc/self").owner()
        options = f"-i {self.folder}/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
        return f"ssh -p {PORT + number} {options} {user}@127.0.0.1"

    def stop_node(self, number):
        """Kills a machine as a loss of power does: the daemon, its connections, and all that they run."""
        daemon = self.daemons[number]
        found = [
            one
            for one in processes.descendants()
            if processes.environment(one).get("YARDSTICK_NODE") == f"node{number}"
        ]
        processes.kill([*processes.descendants(daemon.pid), *found, daemon.pid])
        daemon.wait()

    def kill_worker(self, number):
        """Kills the daemon and its connections; what they started goes on as an orphan."""
        daemon = self.daemons[number]
        names = {one: "".join(processes.words(one)[:1]) for one in processes.descendants(daemon.pid)}
        processes.kill([one for one, name in names.items() if "sshd" in name])
        processes.kill([daemon.pid])
        daemon.wait()

    def script(self, job):
        return ["bash", str(job.script), *[f"1/{self.ssh(number)}" for number in range(self.nodes)]]

    def environment(self):
        return {**super().environment(), "PARALLEL_HOME": str(self.folder / "home")}

    def stop(self):
        pass
