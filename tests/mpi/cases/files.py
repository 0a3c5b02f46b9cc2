"""Jobs change few things in the file system, and say once what they cannot."""

import os
import re
import shutil


def without_directory(job):
    """An error of all ranks is printed once."""
    done = job.start([job.options.launcher, "-n", "4", "env", "PROXIMA=output=/proc/nowhere/run", job.options.scenario,
                      "nothing"])
    assert done.stderr.count("proxima: ") == done.stderr.count("/proc/nowhere/run") == 1, done.stderr


def small_files_on_one(job):
    """An error of another rank than the first is printed when the job ends, by the first."""
    done = job.scenario(3, "small_files_on_one")
    assert done.stderr.count("proxima: ") == 1 and "File too large" in done.stderr, done.stderr
    losses = job.json("run.json")["losses"]
    assert losses["reasons"], losses


METADATA = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(mkdir|mkdirat|link|linkat|symlink|symlinkat|rename|renameat|renameat2|unlink|unlinkat|rmdir|"
                      r"creat|open|openat)\((.*)")


def metadata_operations(job, ranks, *command, settings=()):
    """The calls of each rank that change directories of the run, as strace sees them."""
    trace = job.path("trace")
    os.mkdir(trace)
    environment = [f"PROXIMA=on,output={job.path('run')},quiet=on", *settings]
    job.start([job.options.launcher, "-n", str(ranks), "env", *environment, "sh", "-c",
               'exec strace -f -e trace=file -e signal=none -o "$0/${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" "$@"', trace, *command])
    operations = {}
    for rank in range(ranks):
        with open(os.path.join(trace, str(rank))) as file:
            calls = [match for match in map(METADATA.match, file) if match and (job.path("run") in match[2] or "200, " in match[2])]
        operations[rank] = [match[0].strip() for match in calls if "open" not in match[1] or "O_CREAT" in match[2]]
    shutil.rmtree(trace)
    return operations


def metadata(job, ranks=8):
    """A rank other than the first makes at most five changes in the file system; one without proxies leaves no file."""
    for command, settings in (([job.options.counting], (f"LD_PRELOAD={job.options.library}",)), ([job.options.scenario, "reduction"], ())):
        operations = metadata_operations(job, ranks, *command, settings=settings)
        assert operations[0], operations  # else nothing was seen
        for rank in range(1, ranks):
            has_taken_run = any('.job") = 0' in operation for operation in operations[rank])  # the first that measured
            assert len(operations[rank]) <= 5 or has_taken_run, operations[rank]
        records = job.path("run", "records")
        assert (os.listdir(records) if settings and os.path.exists(records) else []) == []
        assert [name for name in os.listdir(job.directory) if name.startswith("run")] == ["run"]
        shutil.rmtree(job.path("run"))


CASES = {
    **{case.__name__: case for case in (without_directory, small_files_on_one, metadata)},
}
