"""A Slurm cluster of this machine alone, with files, ports and a key of its own, which needs no root."""

import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "srun", "sbatch", "sinfo")
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"


def missing_programs():
    return [name for name in PROGRAMS if shutil.which(name, path=PATH) is None]


def free_ports(number):
    sockets = [socket.socket() for _ in range(number)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm:
    """While it lasts the environment variable SLURM_CONF names it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.daemons = []

    def __enter__(self):
        try:
            self.configure()
            self.start("munged", "--foreground", f"--key-file={self.folder}/munge.key", f"--socket={self.folder}/munge.socket",
                       f"--pid-file={self.folder}/munged.pid", f"--seed-file={self.folder}/munge.seed",
                       f"--log-file={self.folder}/munged.log", "--force")
            self.wait_for(lambda: (self.folder / "munge.socket").exists(), "munged")
            os.environ.update(SLURM_CONF=str(self.folder / "slurm.conf"), PATH=PATH)
            self.start("slurmctld", "-D", "-c")
            self.start("slurmd", "-D")
            self.wait_for(self.is_idle, "slurmd")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def configure(self):
        self.folder.chmod(0o755)
        key = self.folder / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(os.urandom(128))
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        host = socket.gethostname().split(".")[0]
        user = getpass.getuser()
        controller, node = free_ports(2)
        settings = {
            "ClusterName": "proxima", "SlurmctldHost": f"{host}(127.0.0.1)", "SlurmUser": user, "SlurmdUser": user,
            "AuthType": "auth/munge", "CredType": "cred/munge", "AuthInfo": f"socket={self.folder}/munge.socket",
            "SlurmctldPort": controller, "SlurmdPort": node,
            "StateSaveLocation": self.folder / "state", "SlurmdSpoolDir": self.folder / "spool",
            "SlurmctldPidFile": self.folder / "slurmctld.pid", "SlurmdPidFile": self.folder / "slurmd.pid",
            "SlurmctldLogFile": self.folder / "slurmctld.log", "SlurmdLogFile": self.folder / "slurmd.log",
            # Nothing of what containers forbid: no control groups, no binding to processors.
            "ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none",
            "SelectType": "select/cons_tres", "SelectTypeParameters": "CR_CPU", "MpiDefault": "pmix"}
        lines = [f"{name}={value}" for name, value in settings.items()]
        lines.append(f"NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN")
        lines.append("PartitionName=all Nodes=ALL Default=YES State=UP")
        (self.folder / "slurm.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def start(self, program, *arguments):
        with open(self.folder / f"{program}.out", "w", encoding="utf-8") as output:
            self.daemons.append(subprocess.Popen([shutil.which(program, path=PATH), *arguments], stdout=output,
                                                 stderr=subprocess.STDOUT))

    def is_idle(self):
        told = subprocess.run(["sinfo", "-h", "-o", "%T"], capture_output=True, text=True, check=False)
        return told.stdout.strip() == "idle"

    def wait_for(self, condition, program):
        end = time.monotonic() + 60
        while not condition():
            if time.monotonic() > end or any(daemon.poll() is not None for daemon in self.daemons):
                logs = "\n".join(log.read_text(errors="replace")[-2000:] for log in self.folder.glob("*.log"))
                raise RuntimeError(f"{program} does not come up: {logs}")
            time.sleep(0.1)
