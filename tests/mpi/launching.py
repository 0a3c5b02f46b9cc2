"""Launches programs under an MPI and reads what they leave."""

import json
import os
import subprocess

import counted_runs

PAUSE = 50e3  # microseconds that the scenarios sleep for


def environment_of_job(**settings):
    """For launchers; Open MPI: as root, and more ranks than cores. Both MPIs ask for the machine's name: where no
    name server knows it, the answer must not take 5 seconds."""
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_base_warn_component_unused": "0",
                   "RES_OPTIONS": "timeout:1 attempts:1"}
    environment.pop("PROXIMA", None)
    return {**environment, **settings}


class Job:
    """A directory in which programs run, and what they left there."""

    def __init__(self, options, directory):
        self.options = options
        self.directory = directory

    def launch(self, ranks, command, configuration="on", preload=False, succeeds=True):
        """`succeeds`: None where launchers differ in what they take for a failure."""
        settings = {"PROXIMA": f"{configuration},output=run,quiet=on"} if configuration else {}
        if preload:
            settings["LD_PRELOAD"] = self.options.library
        program = ["env", *(f"{name}={value}" for name, value in settings.items()), *command]
        return self.start([self.options.launcher, "-n", str(ranks), *program], succeeds)

    def start(self, command, succeeds=True):
        done = subprocess.run(command, cwd=self.directory, env=environment_of_job(), capture_output=True, text=True,
                              timeout=280)
        assert succeeds is None or (done.returncode == 0) == succeeds, (done.returncode, done.stdout, done.stderr)
        return done

    def scenario(self, ranks, name, configuration="on", succeeds=True):
        return self.launch(ranks, [self.options.scenario, name], configuration, succeeds=succeeds)

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def json(self, name):
        with open(self.path("run", name)) as file:
            return json.load(file)

    def routines(self):
        return {routine["name"]: routine for routine in self.json("mpi.json")["routines"]}

    def recover(self):
        counted_runs.recover(self.options.proxima, self.path("run"))

    def proxima(self, *arguments):
        done = subprocess.run([self.options.proxima, *arguments], cwd=self.directory, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout


def rows(graph, name):
    """Returns the rows of the nodes with this name, by rank."""
    return {row["rank"]: row for row in graph["dataframe"] if row["name"] == name}


def install_both(job):
    """Libraries for both MPIs in one folder; that for another MPI than the program's is preloaded."""
    libraries = job.path("lib")
    os.mkdir(libraries)
    os.symlink(job.options.library, os.path.join(libraries, "libproxima_mpi.so"))
    os.symlink(job.options.other_library, os.path.join(libraries, f"libproxima_mpi_{job.options.mpi}.so"))
    job.options.library = os.path.join(libraries, "libproxima_mpi.so")
