#!/usr/bin/env python3
"""What is said of scripts, JSON and components that are wrong."""
import os
import shutil
import signal
import subprocess

from harness import EVERYTHING, HEAD, RUN, WIRES, expect, expect_in, main, nodes_of, options, run, script


def case_broken_scripts():
    after_head = 9
    for line, wanted in (
            ("conect driver flux flux flux", "there is no command `conect`; did you mean connect?"),
            ("connect driver flux flux", "`connect` takes USER USESPORT PROVIDER PROVIDESPORT: words are missing"),
            ("path apend x", "`path` knows no `apend`; did you mean append?"),
            ("path append /no/such", "there is no directory /no/such"),
            ("instantiate LinearFlx f", "did you mean LinearFlux?"),
            ("instantiate LinearFlux flux", "there is a component instance flux already, of class LinearFlux"),
            ("instantiate Nameless n", "has no function create_Nameless()"),
            ("instantiate Unloadable u", "function_of_a_library_that_is_missing"),
            ("connect driver flux flux fluxx", "flux (LinearFlux) provides no port fluxx; did you mean flux?"),
            ("connect driver flx flux flux", "driver has no uses port flx; did you mean flux?"),
            ("connect drvier flux flux flux", "there is no component instance drvier; did you mean driver?"),
            ("connect driver flux mesh mesh", "driver.flux uses a port of type heat::FluxPort, but mesh.mesh is a "
                                              "heat::MeshPort"),
            ("disconnect driver flux flux flux", "driver.flux and flux.flux are not connected"),
            ("go driver parameters", "driver.parameters is a proxima::framework::ParameterPort, not a "
                                     "proxima::framework::GoPort; of that type it provides go"),
            ("go driver go", "driver cannot run, since these uses ports are not connected: "
                             "driver.mesh (heat::MeshPort), driver.flux (heat::FluxPort)"),
            ("parameters mesh parameters cell 3", "there is no parameter cell; did you mean cells?"),
            ("parameters mesh parameters cells many", "parameter cells cannot be `many`"),
            ('parameters mesh parameters cells "3', "a quote is not closed"),
            ("display everything", "`display` knows no `everything`"),
            ("remove nobody", "there is no component instance nobody")):
        path = script(HEAD + "    " + line + "\n    go driver go\n")
        done = run("run", path, status=1)
        lines = done.stderr.splitlines()
        expect(len(lines), 1, f"the number of lines said of `{line}`:\n{done.stderr}")
        expect(lines[0][:len(path) + 10], f"{path}:{after_head}: error:"[:len(path) + 10], f"the place of `{line}`")
        expect_in(wanted, lines[0], f"the error of `{line}`")
    path = script(HEAD + WIRES + "    connect driver flux flux flux\n")
    expect_in(":12: error: driver.flux is connected to flux.flux already", run("run", path, status=1).stderr, "twice")
    expect_in("no_such.rc: error: there is no such file", run("run", "no_such.rc", status=1).stderr, "no script")
    measured = run("run", "no_such.rc", "--measure", "all", status=1)
    expect(len(measured.stderr.splitlines()), 1, f"the number of lines said of no script to measure:\n{measured.stderr}")


def case_broken_check():
    """All lines that are no commands are said, and nothing that may only follow from them."""
    path = script(HEAD + """\
    conect driver mesh mesh mesh
    connect driver flux flux
    instantate LinearFlux other
    connect other mesh mesh mesh
    connect flux mesh mesh nothing
    parameters mesh parameters cells "3
    go driver go
    display everything
    """)
    lines = run("run", "--check", path, status=1).stderr.splitlines()
    expect([line.split(" error: ")[0] for line in lines], [f"{path}:{n}:" for n in (9, 10, 11, 14, 16)],
           "the places of the errors")
    path = script("""\
    {"components": {
        "mesh": {"class": 3},
        "flux": {"clas": "LinearFlux"}},
     "connections": [
        "flux.mesh > mesh.mesh",
        "flux.mesh -> mesh.mesh"],
     "go": 7}
    """, "broken.json")
    lines = run("run", "--check", path, status=1).stderr.splitlines()
    expect([line.split(":")[1] for line in lines], ["2", "3", "5", "7"], "the lines of the errors")


def case_unreadable():
    """What is no text is said to be none; what is too long is not repeated whole."""
    for name in ("broken.rc", "broken.json"):
        for content, wanted in ((b"#\n\xff\xfei\n", f"{name}:2: error: this is not UTF-8"),
                                (b"#\n\nremove a\0b\n", f"{name}:3: error: there is a NUL byte"),
                                (b"x" * 3000000, f"{name}:1:"), (b'"' + b"x" * 3000000, f"{name}:1:")):
            with open(os.path.join(options.work, name), "wb") as file:
                file.write(content)
            said = run("run", name, status=1).stderr
            expect(len(said.splitlines()), 1, f"the number of lines said of {content[:10]}")
            expect_in(wanted, said, "the error")
            expect(len(said) < 1000, True, "whether the line is short")
    expect(len(run("run", "x" * 200 + "/" + "y" * 200 + ".rc", status=1).stderr) < 1000, True, "whether it is short")


def case_broken_json():
    for text, line, wanted in (
            ('{"components": {\n"a": {"class": 3}}}', 2, "\"class\" is a string, not a number"),
            ('{"components": {}, "conections": []}', 1, 'there is no key "conections" here; did you mean connections?'),
            ('{"components": {},\n"connections": ["a.b - c.d"]}', 2, "`a.b - c.d` is not a connection"),
            ('{"components": {},\n"go": "driver"}', 2, "`driver` is not a port; write INSTANCE.PORT"),
            ('{"components": {\n}', 2, "not valid JSON"),
            ('[]', 1, "an assembly is an object, not an array"),
            ('{"components": {\n"a": {"class": "Nothing"}}}', 2, "there is no component class Nothing")):
        path = script(text, "broken.json")
        done = run("run", path, status=1)
        expect(len(done.stderr.splitlines()), 1, f"the number of lines said of {text}:\n{done.stderr}")
        expect(done.stderr.split(":")[1], str(line), f"the line of the error of {text}:\n{done.stderr}")
        expect_in(wanted, done.stderr, f"the error of {text}")


def case_throws():
    path = script(HEAD + WIRES + "    parameters driver parameters fail_on_rank 0\n" + RUN)
    done = run("run", path, "--measure", "all", "-o", "out", status=1)
    expect_in(f"{path}:13: error: driver.go has thrown: the flux is not finite\n", done.stderr, "the error")
    expect(nodes_of("out"), EVERYTHING, "what was measured until then")
    for way, wanted in (("number", "the number 42, which is no std::exception"),
                        ("type", "a heat::Failure, which is no std::exception")):
        path = culprit(way)
        expect(run("run", path, status=1).stderr, f"{path}:5: error: culprit.go has thrown: {wanted}\n", "the error")
    expect(run("run", path, status=1, environment={"CULPRIT": "yes"}).stderr,
           f"{path}:2: error: component culprit of class Culprit cannot be created: {wanted}\n", "the error")


def case_status():
    # An exit status has eight bits; what does not fit is not taken for success.
    for returned, status in ((7, 7), (255, 255), (256, 255), (-512, 255), (-1, 255)):
        path = script(HEAD + WIRES + f"    parameters driver parameters status {returned}\n    go driver go\n    go driver go\n")
        done = run("run", path, status=status)
        expect(done.stdout, "value 1\n", "the output: the second go is not reached")
        expect(done.stderr, f"{path}:13: error: driver.go returned {returned}\n", "what is said")
    expect_in("SCRIPT is required", run("run", status=2).stderr, "the error without a script")
    expect_in("Usage: proxima run", run("run", "--help").stdout, "the help")


def culprit(way, status=0):
    return script(f"""\
    path append {options.libraries}
    instantiate Culprit culprit
    parameters culprit parameters way "{way}"
    parameters culprit parameters status {status}
    go culprit go
    """)


def case_early_end():
    """A component that ends the process instead of returning is named, and that is no success."""
    for way, given, status, wanted in (
            ("exit", 0, 1, "has called exit(0), which ends the program"),
            ("exit", 3, 3, "has called exit(3), which ends the program"),
            ("abort", 0, -signal.SIGABRT, "was ended by signal 6 (aborted)"),
            ("segmentation fault", 0, -signal.SIGSEGV, "was ended by signal 11 (segmentation fault)"),
            ("stack overflow", 0, -signal.SIGSEGV, "was ended by signal 11 (segmentation fault)")):
        path = culprit(way, given)
        done = run("run", path, "--measure", "all", "-o", "out", status=status)
        expect_in(f"{path}:5: error: culprit.go {wanted}", done.stderr, f"what is said of {way}")
        if way == "exit":
            expect_in("/out (try: proxima report ", done.stderr, "what becomes of the run")
            expect(list(nodes_of("out").values()), [1], "the calls that were measured")
            shutil.rmtree(os.path.join(options.work, "out"))
    expect(run("run", culprit("child")).stderr, "", "what is said when a child has ended")
    path = culprit("destructor")
    expect_in(f"{path}: error: the removal of what is left was ended by signal 6",
              run("run", path, status=-signal.SIGABRT).stderr, "what is said at the end")


def case_no_output():
    """An application whose output nobody reads runs all the same."""
    path = script(HEAD + WIRES + "    display arena\n    parameters driver parameters status 7\n    go driver go\n")
    told = f"{path}:14: error: driver.go returned 7\n"
    for redirection, wanted in (
            ("| true", told), (">&-", "proxima: error: standard output: Bad file descriptor\n" + told),
            ("> /dev/full", "proxima: error: standard output: No space left on device\n" + told)):
        command = f"{{ sleep 0.1; PROXIMA_COMPONENT_PATH= {options.proxima} run {path}; echo $? >status; }} {redirection}"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=240, cwd=options.work)
        expect(done.stderr, wanted, f"what is said with {redirection}")
        with open(os.path.join(options.work, "status")) as file:
            expect(file.read(), "7\n", f"the exit status with {redirection}")
    # Otherwise the status says that something is missing.
    path = script(HEAD + WIRES + "    display arena\n" + RUN)
    with open("/dev/full", "w") as full:
        done = subprocess.run([options.proxima, "run", path], stdout=full, stderr=subprocess.PIPE, timeout=240)
    expect(done.returncode, 1, "the exit status")


main(globals())
