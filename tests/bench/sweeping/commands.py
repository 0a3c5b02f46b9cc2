"""Runs one command with a time limit and bounded output."""
import subprocess
from dataclasses import dataclass

OUTPUT_LIMIT = 4 << 20


@dataclass
class Outcome:
    status: int  # exit status; negative: killed by that signal; TIMEOUT: took too long
    out: str
    err: str

    @property
    def ok(self):
        return self.status == 0


TIMEOUT = -1000


def run(command, timeout, cwd=None, text=None):
    try:
        done = subprocess.run(command, cwd=cwd, input=text, capture_output=True, timeout=timeout, text=True,
                              errors="replace", check=False)
    except subprocess.TimeoutExpired:
        return Outcome(TIMEOUT, "", f"took longer than {timeout} s")
    return Outcome(done.returncode, done.stdout, done.stderr[:OUTPUT_LIMIT])


def first_error(text):
    """The first error in a compiler's output, else its first line."""
    lines = [line for line in text.splitlines() if line.strip()]
    for line in lines:
        if " error: " in line or " fatal error: " in line or line.startswith("proxima-gen: error"):
            return line
    return lines[0] if lines else "no message"
