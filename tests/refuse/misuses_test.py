"""Misuses of proxies that the compiler must reject, each with a message that matches.

Usage: misuses_test.py COMPILER FLAG...
"""

import re
import subprocess
import sys
import unittest

WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]
COMPILE = [*sys.argv[1:], "-std=c++17", *WARNINGS, "-fsyntax-only", "-x", "c++", "-"]
CONSTRUCTS = ["deleted_virtual", "deprecated_method", "no_default_constructor", "nodiscard_method", "ref_qualified",
              "targets"]
SOURCE = "".join(f'#include "{name}/{name}.proxy.hpp"\n' for name in CONSTRUCTS) + """
#include <memory>
#include <utility>

using proxima::Proxy;
using targets::Port;

struct Part : Port {
    int value() const override { return 1; }
};

struct NotAPort {};

struct WithoutProxy {
    virtual ~WithoutProxy() = default;
    virtual int value() const = 0;
};

void use(Port& target, const Port& constant, NotAPort& other, WithoutProxy& unknown, std::unique_ptr<Port> unique,
         std::shared_ptr<const Port> shared, storage::Archive& archive, Proxy<safe::Handle>& handle,
         Proxy<legacy::Window>& window, Proxy<parse::Parser>& parser, Proxy<build::Builder>& builder) {
    Proxy<Port> proxy(target, "target");
    // here
}
"""
RIGHT = """
    Proxy<Port> owner(std::move(unique), "target");
    Proxy<storage::Archive> measured(archive, "archive", "/dev/tape");
    static_cast<void>(handle.open(1) + window.mode(legacy::Mode::fast) + parser.parse("5"));
    static_cast<void>(std::move(builder).release(1));
"""
NO_MATCH = "no matching (function|constructor)"
WRONG = [
    ('Proxy<Port> misused(constant, "target");', NO_MATCH),
    ('Proxy<Port> misused(other, "target");', NO_MATCH),
    ('Proxy<Port> misused(Part{}, "target");', NO_MATCH),
    ('Proxy<Port> misused(shared, "target");', NO_MATCH),
    ('Proxy<Port> misused(unique, "target");', NO_MATCH),
    ("Proxy<Port> misused(target);", NO_MATCH),
    ('Proxy<storage::Archive> misused(archive, "archive");', NO_MATCH),
    ('Proxy<WithoutProxy> misused(unknown, "target");', "incomplete type|instantiation of undefined template|generated"),
    ("Proxy<Port> misused = proxy;", "deleted function|deleted constructor|implicitly.deleted"),
    ("struct Derived : Proxy<Port> {};", "final"),
    ("static_cast<void>(handle.open(1.5));", "deleted"),
    ("static_cast<void>(static_cast<legacy::Window&>(window).set_size(1));", "deprecated"),
    ('parser.parse("5");', "nodiscard"),
    ("static_cast<void>(builder.release(1));", "discards qualifiers|is an lvalue"),
]


def said_of(statements):
    done = subprocess.run(COMPILE, input=SOURCE.replace("// here", statements), capture_output=True, text=True)
    return done.stderr if done.returncode != 0 else "it compiles" + done.stderr


class Misuses(unittest.TestCase):
    def test_right_uses_compile(self):
        self.assertEqual(said_of(RIGHT), "it compiles")

    def test_wrong_uses_do_not(self):
        for statement, message in WRONG:
            with self.subTest(statement):
                self.assertRegex(said_of(statement), rf"error: .*({message})")


unittest.main(argv=sys.argv[:1])
