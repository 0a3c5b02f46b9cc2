"""Relative links and anchors of all documents lead somewhere.

Usage: links_test.py SOURCE_DIRECTORY
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()
CODE = re.compile(r"^```.*?^```|^    .*?$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def documents():
    folders = [folder for folder in ROOT.iterdir() if folder.is_dir() and not folder.name.startswith((".", "build"))]
    return [*ROOT.glob("*.md"), *(file for folder in folders for file in folder.rglob("*.md"))]


def anchors(document):
    """Returns the anchors of the headings, as GitHub and GitLab name them."""
    found = set()
    for heading in re.findall(r"^#+ +(.+)$", re.sub(r"^```.*?^```", "", document.read_text(), flags=re.M | re.S), re.M):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        name = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        found.add(name if name not in found else f"{name}-{sum(other.startswith(name) for other in found)}")
    return found


def problem(document, link):
    path, _, anchor = link.partition("#")
    target = (document.parent / path) if path else document
    if not target.exists():
        return f"{document.relative_to(ROOT)}: error: no file {path}"
    if anchor and anchor not in anchors(target):
        return f"{document.relative_to(ROOT)}: error: {path} has no heading #{anchor}"
    return None


found = []
for document in documents():
    links = re.findall(r"\]\(([^)\s]+)\)", CODE.sub("", document.read_text()))
    found += [problem(document, link) for link in links if not re.match(r"[a-z]+:", link)]
if len(found) < 50:
    sys.exit("error: there are hardly any links: nothing was tested")
sys.exit("\n".join(line for line in found if line) or 0)
