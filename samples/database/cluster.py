"""Sets up nodes on one machine: each has a network namespace, a control group, a disk in a file, and a PostgreSQL server."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import time

BRIDGE = "pxdb"
SUBNET = "10.214.0"
HOST = f"{SUBNET}.1"
PERIOD_US = 10_000
CGROUPS = pathlib.Path("/sys/fs/cgroup")
SETTINGS = {"shared_buffers": "'2MB'", "work_mem": "'32MB'", "jit": "off", "max_parallel_workers_per_gather": "0", "autovacuum": "off",
            "fsync": "off", "random_page_cost": "1.1", "max_wal_size": "'2GB'", "listen_addresses": "'*'", "logging_collector": "off",
            "max_connections": "30", "log_min_messages": "fatal",
            # only the backend that works on a query is ever awake
            "checkpoint_timeout": "'1h'", "bgwriter_delay": "'10s'", "wal_writer_delay": "'10s'"}


def do(*command, **options):
    """Runs a command; the error has its output."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise SystemExit(f"database/run: error: {' '.join(map(str, command))}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def try_to(*command):
    subprocess.run([str(word) for word in command], capture_output=True, check=False)


def postgresql():
    """The directory of the newest server programs on Debian."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[4]))
    return found[-1].parent if found else None


def missing():
    """Returns sentences about what this machine lacks."""
    if os.geteuid() != 0:
        yield "root: namespaces, control groups and loop devices are the kernel's"
    for program, package in (("ip", "iproute2"), ("tc", "iproute2"), ("losetup", "mount"), ("mkfs.ext4", "e2fsprogs"), ("setpriv", "util-linux"),
                             ("psql", "postgresql")):
        if shutil.which(program) is None:
            yield f"{program}, of package {package}"
    if postgresql() is None:
        yield "PostgreSQL's server, of package postgresql"
    if not pathlib.Path("/dev/loop-control").exists():
        yield "loop devices"
    if not ControlGroup.is_possible():
        yield "control groups that limit processors and disks (cpu and blkio of version 1, or cpu and io of version 2)"


class ControlGroup:
    """Limits processor and disk. With version 1 each limit has a directory, and one of version 2 only counts."""

    IS_V1 = (CGROUPS / "cpu" / "cpu.shares").exists()
    ROOT = CGROUPS / "unified" if IS_V1 else CGROUPS

    @classmethod
    def is_possible(cls):
        if cls.IS_V1:
            return (CGROUPS / "blkio/blkio.throttle.read_iops_device").exists() and (cls.ROOT / "cgroup.procs").exists()
        controllers = CGROUPS / "cgroup.controllers"
        return controllers.exists() and {"cpu", "io"} <= set(controllers.read_text().split())

    def __init__(self, name, stack):
        parent = self.ROOT / "proxima-database"
        self.counting = parent / name
        limits = [CGROUPS / kind / "proxima-database" / name for kind in ("cpu", "blkio")] if self.IS_V1 else []
        self.folders = [*limits, self.counting]
        for folder in self.folders:
            folder.parent.mkdir(exist_ok=True)
            stack.callback(remove_group, folder.parent)
        if self.IS_V1:  # other work of the machine has to wait
            (CGROUPS / "cpu/proxima-database/cpu.shares").write_text("200000")
        else:
            (parent / "cgroup.subtree_control").write_text("+cpu +io")
            (parent / "cpu.weight").write_text("10000")
        for folder in self.folders:
            folder.mkdir(exist_ok=True)
            stack.callback(remove_group, folder)

    def join(self):
        """Runs in the process that joins."""
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(str(os.getpid()))

    def limit(self, share, device, rate, accesses):
        quota = int(share * PERIOD_US)
        if self.IS_V1:
            cpu, disk, _ = self.folders
            (cpu / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (cpu / "cpu.cfs_quota_us").write_text(str(quota))
            (disk / "blkio.throttle.read_bps_device").write_text(f"{device} {rate:.0f}")
            (disk / "blkio.throttle.read_iops_device").write_text(f"{device} {accesses:.0f}")
        else:
            (self.counting / "cpu.max").write_text(f"{quota} {PERIOD_US}")
            (self.counting / "io.max").write_text(f"{device} rbps={rate:.0f} riops={accesses:.0f}")


def remove_group(folder):
    with contextlib.suppress(OSError):
        folder.rmdir()


class Node:
    """A PostgreSQL server on a machine of its own, as it sees it."""

    def __init__(self, number, directory, stack):
        self.name = f"node{number}" if number else "front"
        self.address = f"{SUBNET}.{10 + number}"
        self.namespace = f"proxima-db-{number}"
        self.veth = f"{BRIDGE}{number}"
        self.directory = directory / self.name
        self.directory.mkdir()
        self.stack = stack
        self.group = ControlGroup(self.name, stack)
        self._connect()
        self._attach_disk()

    def _connect(self):
        do("ip", "netns", "add", self.namespace)
        self.stack.callback(try_to, "ip", "netns", "del", self.namespace)
        do("ip", "link", "add", self.veth, "type", "veth", "peer", "name", "eth0", "netns", self.namespace)
        do("ip", "link", "set", self.veth, "master", BRIDGE, "up")
        do("ip", "-n", self.namespace, "address", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            do("ip", "-n", self.namespace, "link", "set", device, "up")

    def _attach_disk(self):
        image, self.mount = self.directory / "disk.img", self.directory / "disk"
        with open(image, "wb") as file:
            file.truncate(2 << 30)
        self.device = pathlib.Path(do("losetup", "--find", "--show", image).strip())
        self.stack.callback(try_to, "losetup", "-d", self.device)
        do("mkfs.ext4", "-q", "-O", "^has_journal", self.device)
        do("blockdev", "--setra", 2048, self.device)  # a megabyte: a stream is a few large requests
        self.mount.mkdir()
        do("mount", "-o", "noatime", self.device, self.mount)
        self.stack.callback(try_to, "umount", self.mount)
        shutil.chown(self.mount, "postgres")
        self.data = self.mount / "data"
        number = os.stat(self.device).st_rdev
        self.device_number = f"{os.major(number)}:{os.minor(number)}"

    def inside(self, *command):
        return ["nsenter", f"--net=/run/netns/{self.namespace}", *map(str, command)]

    def as_postgres(self, *command):
        return self.inside("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command)

    def create_server(self):
        do(*self.as_postgres(postgresql() / "initdb", "-D", self.data, "-A", "trust", "--locale=C", "-E", "UTF8", "-N"))
        (self.data / "pg_hba.conf").write_text("local all all trust\nhost all all 0.0.0.0/0 trust\n")
        settings = SETTINGS | {"unix_socket_directories": f"'{self.mount}'"}
        with open(self.data / "postgresql.auto.conf", "w", encoding="utf-8") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())

    def start_server(self):
        server = subprocess.Popen(self.as_postgres(postgresql() / "postgres", "-D", self.data), preexec_fn=self.group.join,
                                  stdout=subprocess.DEVNULL, stderr=open(self.directory / "log", "wb"), start_new_session=True)
        self.stack.callback(end, server, 3)  # SIGQUIT: at once
        ready = postgresql() / "pg_isready"
        for _ in range(300):
            if server.poll() is not None:
                raise SystemExit(f"database/run: error: a server ended: {(self.directory / 'log').read_text().strip()}")
            if subprocess.run([ready, "-q", "-h", str(self.mount)], check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise SystemExit(f"database/run: error: the server of {self.name} does not answer")

    def psql(self, database, *arguments):
        return self.as_postgres("psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-h", self.mount, "-d", database, *arguments)

    def limit(self, limits, processors):
        self.group.limit(processors, self.device_number, limits.disk_rate, limits.disk_accesses)
        self.limit_network(limits.mbit)

    def limit_network(self, mbit):
        """Limits both directions."""
        bucket = ("root", "tbf", "rate", f"{mbit}mbit", "burst", "8kb", "latency", "1s")
        do("tc", "qdisc", "replace", "dev", self.veth, *bucket)
        do("tc", "-n", self.namespace, "qdisc", "replace", "dev", "eth0", *bucket)

    def forget_pages(self):
        """Empties the caches, so that a query begins with the disk."""
        for file in self.data.glob("base/*/*"):
            with contextlib.suppress(OSError), open(file, "rb") as pages:
                if file.stat().st_size < 1 << 20:
                    continue  # a catalogue, which running sessions have read
                os.posix_fadvise(pages.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def end(process, signal=15):
    if process.poll() is None:
        process.send_signal(signal)
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def make_bridge(stack):
    if pathlib.Path(f"/sys/class/net/{BRIDGE}").exists():
        raise SystemExit(f"database/run: error: there is a bridge {BRIDGE} already: another run of this sample; "
                         f"if none is, delete it: ip link del {BRIDGE}")
    do("ip", "link", "add", BRIDGE, "type", "bridge")
    stack.callback(try_to, "ip", "link", "del", BRIDGE)
    do("ip", "address", "add", f"{HOST}/24", "dev", BRIDGE)
    do("ip", "link", "set", BRIDGE, "up")
