"""Two users, of whom neither is root: what one does changes nothing of the other's, and shows nobody more than the umask
permits.

Usage: users_test.py PROXIMA MEASURED_PROGRAM PROXIMA_GEN COMPONENTS
"""

import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import unittest

from verbs import GENERATOR, OTHER, PROGRAM, PROXIMA, READERS, USER, WRITERS, WriterTest, as_user, main, state_of


@unittest.skipUnless(os.geteuid() == 0, "two users need root")
class Users(WriterTest):
    def setUp(self):
        super().setUp()
        self.prepare()
        self.write("port.hpp", "struct Port { virtual ~Port() = default; virtual int f(int n) = 0; };\n")
        self.write("study.json", json.dumps({"format": 1, "name": "s", "command": [PROGRAM, "{n}"], "parameters": {"n": [1]},
                                             "repetitions": 1}))
        self.foreign = self.home / "foreign"
        shutil.copytree(self.work, self.foreign, symlinks=True)
        self.give(self.work, USER)
        self.give(self.elsewhere, USER)
        self.give(self.foreign, OTHER)
        try:
            self.call(PROXIMA, "--version", preexec_fn=as_user).check_returncode()
        except (PermissionError, subprocess.CalledProcessError) as error:
            self.skipTest(f"other users cannot run the programs of this build: {error}")

    def give(self, folder, user):
        for path in (folder, *folder.rglob("*")):
            os.chown(path, user, user, follow_symlinks=False)
            if not path.is_symlink():
                os.chmod(path, 0o755 if path.is_dir() else 0o644)

    def expect_kept(self, before, *command):
        """Everything that was in the other's directory is as it was; what is new is the user's own."""
        theirs, mine = before
        done = self.call(*command, preexec_fn=as_user)
        self.assertGreaterEqual(done.returncode, 0, done.stderr)
        now, mine_now = self.states()
        self.assertEqual(mine_now, mine)
        self.assertEqual({path: now.get(path) for path in theirs}, theirs)
        for path in now.keys() - theirs.keys():
            mode, owner, *_ = now[path]
            self.assertEqual((owner, 0 if stat.S_ISLNK(mode) else mode & 0o027), (USER, 0), path)
            self.assertFalse(re.search(r"\.\d{4,}$", path.name), path)
        return done

    def states(self):
        """Without times of directories, which are those of new names in them."""
        def without_time(mode, owner, number, time, text):
            return mode, owner, number, 0 if stat.S_ISDIR(mode) else time, text

        return [{path: without_time(*facts) for path, facts in state_of(folder).items()} for folder in (self.foreign, self.elsewhere)]

    def test_outputs_where_another_user_can_write(self):
        def link(path):
            path.symlink_to(self.elsewhere / "file")

        def dangling_link(path):
            path.symlink_to(self.elsewhere / "none")

        # The modes of a base decide who may write it.
        commands = [[PROXIMA, *command] for name, commands in WRITERS.items() for command in commands if name != "kb --base"]
        commands += [[PROXIMA, "study", "study.json", "-o", "out"], [PROXIMA, "nodes", "key", "out"],
                     [GENERATOR, "port.hpp", "-o", "out", "--force"], [GENERATOR, "port.hpp", "--depfile", "out"],
                     [GENERATOR, "port.hpp", "--explain", "out"], ["env", "PROXIMA=output=out,quiet=on,records=all", PROGRAM]]
        for mode, makes in ((0o777, (None, pathlib.Path.touch, link)),
                            (0o1777, (None, pathlib.Path.touch, os.mkdir, os.mkfifo, link, dangling_link))):
            os.chmod(self.foreign, mode)
            for make in makes:
                for command in commands:
                    with self.subTest(mode=oct(mode), make=make, command=command):
                        out = self.foreign / "out"
                        for path in self.foreign.glob("out*"):
                            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
                        if make:
                            make(out)
                            os.chown(out, OTHER, OTHER, follow_symlinks=False)
                            out.is_symlink() or os.chmod(out, 0o777)
                        named = [re.sub(r"(?<![\w/])out$|(?<![\w/])out(?=,)", str(out), str(word)) for word in command]
                        done = self.expect_kept(self.states(), *named)
                        if make is None:
                            self.assertEqual(done.returncode, 0, done.stderr)
                            self.assertTrue(out.exists())

    def test_what_another_user_has(self):
        os.chmod(self.foreign, 0o777)
        run, base = self.foreign / "run", self.foreign / "b.kb"
        (run / "callgraph.json").unlink()  # else there is nothing to recover
        before = self.states()
        for command in READERS:
            with self.subTest(command=command):
                done = self.expect_kept(before, PROXIMA, *(run if word == "run" else word for word in command))
                if command[0] == "recover" or "--pack" in command:
                    self.assertIn("another user", done.stderr)
        for verb in (["add", "run"], ["list"], ["statistics"], ["models"], ["sql", "SELECT * FROM runs"]):
            with self.subTest(verb=verb):
                done = self.expect_kept(before, PROXIMA, "kb", "--base", base, *verb)
                self.assertEqual(done.returncode != 0, verb[0] == "add", done.stderr)


main()
