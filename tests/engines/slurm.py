"""Slurm on one host: a controller, several slurmd, munge; all of one ordinary user."""

import secrets
import socket
import subprocess
from pathlib import Path

from . import node, processes
from .engine import Engine

# slurm.conf(5). The ports are unusual ones: an installed Slurm is not disturbed. `linuxproc` needs no cgroups, which
# only root may make. Time-outs are short: a test should not wait long for a node to be found lost.
CONFIGURATION = """\
ClusterName=yardstick
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/log/controller.txt
SlurmdLogFile={folder}/log/%n.txt
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=10
SlurmctldTimeout=10
KillWait=5
MessageTimeout=10
NodeName=DEFAULT CPUs=1 RealMemory=1000 State=UNKNOWN
NodeName=node[0-{last}] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first_port}-{last_port}]
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
PORT = 17_817


class Slurm(Engine):
    name = "slurm"
    options = ("--memory", 256)

    def start(self):
        folder = self.folder
        (folder / "munge").mkdir(mode=0o700)
        (folder / "state").mkdir()
        (folder / "spool").mkdir()
        key = folder / "munge" / "key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o600)
        munge = [
            f"--{name}={folder}/munge/{name.split('-')[0]}"
            for name in ("key-file", "socket", "pid-file", "log-file", "seed-file")
        ]
        processes.start(["munged", "--foreground", "--force", "--num-threads=2", *munge], self.log)
        processes.wait_until((folder / "munge" / "socket").exists, 20, "munge listens")
        self.configuration = folder / "slurm.conf"
        self.configuration.write_text(
            CONFIGURATION.format(
                host=socket.gethostname(), user=Path("/proc/self").owner(), folder=folder,
                port=PORT, last=self.nodes - 1, first_port=PORT + 1, last_port=PORT + self.nodes,
            )
        )  # fmt: skip
        self.daemons = {}
        self.mounts = {}
        self.start_controller()
        for number in range(self.nodes):
            self.start_node(number)
        self.wait_for_nodes()

    def environment(self):
        return {**super().environment(), "SLURM_CONF": str(self.configuration)}

    def start_controller(self):
        command = ["slurmctld", "-D", "-f", str(self.configuration)]
        self.controller = processes.start(command, self.log, env=self.environment())
        processes.wait_until(lambda: self.ask("scontrol", "ping").returncode == 0, 30, "the controller answers")

    def kill_controller(self):
        processes.kill([self.controller.pid])
        self.controller.wait()

    def start_node(self, number, mounts=()):
        command = ["slurmd", "-D", "-N", f"node{number}", "-f", str(self.configuration)]
        self.daemons[number] = processes.start(node.command(mounts, command), self.log, env=self.environment())

    def wait_for_nodes(self):
        processes.wait_until(
            lambda: [state for _, state, _ in self.resume()] == ["idle"] * self.nodes, 60, "all nodes are idle"
        )

    def resume(self, reason=""):
        """Lets nodes work again, as an administrator does it who has looked why. Returns the state of each node."""
        listed = self.ask("sinfo", "--noheader", "--Node", "--format=%N %t %E").stdout.splitlines()
        nodes = [line.split(maxsplit=2) for line in listed]
        for name, state, why in nodes:
            if state in ("drain", "down") and reason in why:
                self.ask("scontrol", "update", f"NodeName={name}", "State=RESUME")
        return nodes

    def stop_node(self, number):
        """Kills a node as a loss of power does: the daemon and all that it runs."""
        name = f"node{number}"
        found = [one for one in processes.descendants() if processes.environment(one).get("SLURMD_NODENAME") == name]
        parents = processes.parents()
        steps = {parents.get(one) for one in found}
        steps = [one for one in steps if one and "slurmstepd" in "".join(processes.words(one))]
        processes.kill([self.daemons[number].pid, *processes.descendants(self.daemons[number].pid), *steps, *found])
        self.daemons[number].wait()

    def kill_worker(self, number):
        """Kills only the daemon of a node."""
        daemon = self.daemons[number]
        processes.kill(
            [daemon.pid, *[one for one in processes.descendants(daemon.pid) if processes.words(one)[:1] == ["slurmd"]]]
        )
        daemon.wait()

    def ask(self, *words):
        return subprocess.run(words, capture_output=True, text=True, env=self.environment(), timeout=60)

    def script(self, job):
        return ["bash", str(job.script / "submit.sh")]

    def begin(self, job):
        script = super().begin(job)
        code = script.wait(120)
        if code != 0:
            raise RuntimeError(f"submit.sh: exit code {code}\n{self.tail()}")
        return script

    def wait(self, job, script, seconds=240):
        # What `submit.sh` said is long past: its last call, by a job, joins the results.
        super().wait(job, script, seconds)
        return 0 if (job.joined / "results.json").exists() else 75

    def has_ended(self, script):
        return script.poll() is not None and self.hurry() == 0

    def queue(self):
        return self.ask("squeue", "--array").stdout

    def hurry(self):
        """How many jobs go on by themselves. A job that was put back waits two minutes, which nobody here has."""
        # A controller that was killed may not have saved the numbers of its last jobs. It gives them again, and Slurm
        # takes the node that knows them out of service.
        self.resume("Duplicate jobid")
        listed = self.ask("squeue", "--array", "--noheader", "--format=%i %r")
        if listed.returncode != 0:
            return -1
        reasons = dict(line.split(maxsplit=1) for line in listed.stdout.splitlines())
        for number, reason in reasons.items():
            if reason == "BeginTime":
                self.ask("scontrol", "update", f"JobId={number}", "StartTime=now")
        # A job that Slurm holds waits for a person, and so does the one that waits for its end.
        is_held = any("requeued" in reason for reason in reasons.values())
        waiting = [one for one in reasons.values() if "requeued" in one or one == "Dependency"]
        return len(reasons) - (len(waiting) if is_held else 0)

    def running(self):
        """The jobs that grade a shard right now, such as `7_2`."""
        return self.ask(
            "squeue", "--array", "--noheader", "--states=R", "--name=yardstick", "--format=%i"
        ).stdout.split()

    def stop(self):
        self.ask("scancel", "--full", "--user", Path("/proc/self").owner())
