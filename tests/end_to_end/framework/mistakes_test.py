#!/usr/bin/env python3
"""Errors in scripts, JSON and components are one line, with the place."""
import os
import shutil
import signal
import subprocess

from harness import EVERYTHING, HEAD, WIRES, expect, expect_in, main, nodes_of, options, run, script

LONG = b"x" * 3000000


def refused(path, place, word):
    """`proxima run` fails with one short line, at the place, that has the word."""
    said = run("run", path, status=1).stderr
    expect(len(said.splitlines()), 1, f"the number of lines in\n{said[:2000]}")
    expect(len(said) < 1000, True, "whether the line is short")
    expect(said.startswith(place), True, f"whether {said} begins with {place}")
    expect_in(" error: ", said, "the error")
    expect_in(word, said, "the error")


def case_broken_scripts():
    for line, word in (
            ("conect driver flux flux flux", "did you mean connect?"),
            ("connect driver flux flux", "words are missing"),
            ("path apend x", "did you mean append?"),
            ("path append /no/such", "no directory /no/such"),
            ("instantiate LinearFlx f", "did you mean LinearFlux?"),
            ("instantiate LinearFlux flux", "already, of class LinearFlux"),
            ("instantiate Nameless n", "create_Nameless()"),
            ("instantiate Unloadable u", "function_of_a_library_that_is_missing"),
            ("connect driver flux flux fluxx", "did you mean flux?"),
            ("connect driver flx flux flux", "did you mean flux?"),
            ("connect drvier flux flux flux", "did you mean driver?"),
            ("connect driver flux mesh mesh", "heat::MeshPort"),
            ("disconnect driver flux flux flux", "not connected"),
            ("go driver parameters", "of that type it provides go"),
            ("go driver go", "driver.mesh (heat::MeshPort), driver.flux (heat::FluxPort)"),
            ("parameters mesh parameters cell 3", "did you mean cells?"),
            ("parameters mesh parameters cells many", "`many`"),
            ('parameters mesh parameters cells "3', "quote"),
            ("display everything", "`everything`"),
            ("remove driver2", "no component instance driver2")):
        path = script(HEAD + "    " + line + "\n    go driver go\n")
        refused(path, f"{path}:9:", word)
    path = script(HEAD + WIRES + "    connect driver flux flux flux\n")
    refused(path, f"{path}:12:", "connected to flux.flux already")
    refused("no_such.rc", "no_such.rc:", "no such file")


def case_unreadable():
    """Files that are not text are rejected; long values are shortened in messages."""
    name = "broken.rc"
    for content, place, word in ((b"#\n\xff\xfei\n", f"{name}:2:", "UTF-8"), (b"#\n\nremove a\0b\n", f"{name}:3:", "NUL"),
                                 (LONG, f"{name}:1", ""), (b'"' + LONG, f"{name}:1", "")):
        with open(os.path.join(options.work, name), "wb") as file:
            file.write(content)
        said = run("run", name, status=1).stderr
        expect(len(said.splitlines()), 1, f"the number of lines said of {content[:10]}")
        expect_in(place, said, "the error")
        expect_in(word, said, "the error")
        expect(len(said) < 1000, True, "whether the line is short")


def case_throws():
    path = script(HEAD + WIRES + "    parameters driver parameters fail_on_rank 0\n    go driver go\n")
    done = run("run", path, "--measure", "all", "-o", "out", status=1)
    expect_in(f"{path}:13: error: driver.go has thrown: the flux is not finite\n", done.stderr, "the error")
    expect(nodes_of("out"), EVERYTHING, "what was measured until then")
    for way, word in (("number", "the number 42"), ("type", "a heat::Failure")):
        path = culprit(way)
        refused(path, f"{path}:5:", word)
    said = run("run", path, status=1, environment={"CULPRIT": "yes"}).stderr
    expect_in(f"{path}:2: error: ", said, "the error of a component that cannot be created")


def case_status():
    """An exit status has eight bits; one that does not fit is not mistaken for success."""
    for returned, status in ((7, 7), (256, 255), (-1, 255)):
        path = script(HEAD + WIRES + f"    parameters driver parameters status {returned}\n    go driver go\n    go driver go\n")
        done = run("run", path, status=status)
        expect(done.stdout, "value 1\n", "the output: the second go is not reached")
        expect_in(f"{path}:13: error: driver.go returned {returned}\n", done.stderr, "the error")


def culprit(way, status=0):
    return script(f"""\
    path append {options.libraries}
    instantiate Culprit culprit
    parameters culprit parameters way "{way}"
    parameters culprit parameters status {status}
    go culprit go
    """)


def case_early_end():
    """A component that ends the process instead of returning is named, and the status is not 0."""
    for way, given, status, word in (("exit", 0, 1, "exit(0)"), ("exit", 3, 3, "exit(3)"), ("abort", 0, -signal.SIGABRT, "signal 6"),
                                     ("stack overflow", 0, -signal.SIGSEGV, "signal 11")):
        path = culprit(way, given)
        done = run("run", path, "--measure", "all", "-o", "out", status=status)
        expect_in(f"{path}:5: error: culprit.go ", done.stderr, f"the message after {way}")
        expect_in(word, done.stderr, f"the message after {way}")
        if way == "exit":
            expect(list(nodes_of("out").values()), [1], "the calls that were measured")
            shutil.rmtree(os.path.join(options.work, "out"))
    expect(run("run", culprit("child")).stderr, "", "messages when a child has ended")
    path = culprit("destructor")
    expect_in(f"{path}: error: ", run("run", path, status=-signal.SIGABRT).stderr, "the message at the end")


def case_no_output():
    """An application runs without a reader of its output; the status reports what is missing."""
    for status, returned in ((7, 7), (1, 0)):
        path = script(HEAD + WIRES + f"    display arena\n    parameters driver parameters status {returned}\n    go driver go\n")
        with open("/dev/full", "w") as full:
            done = subprocess.run([options.proxima, "run", path], stdout=full, stderr=subprocess.PIPE, timeout=240)
        expect(done.returncode, status, "the exit status")
        expect_in(b"No space left on device", done.stderr, "the message")


main(globals())
