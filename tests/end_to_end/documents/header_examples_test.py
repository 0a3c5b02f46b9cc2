"""Each public header says what it is for, and its example compiles.

    header_examples_test.py SOURCE COMPILER [FLAG...]

A public header lies below an include/ of runtime/, but not below detail/. Its first comment begins on line 1. Lines of
that comment that are indented by four spaces or more are an example:

    // Sorts names.
    //
    //     #include <proxima/base/text.hpp>   lines like this one come first,
    //     struct Listener : Port { ... };    then definitions,
    //     sort({"b", "a"});                  then statements

Definitions go to a namespace inside that of the header, statements to a function there. Text that is not C++ (shell,
JSON, grammar) is marked by a bar: `//  | platform,ranks`.
"""

import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(sys.argv[1]).resolve()
COMPILER, FLAGS = sys.argv[2], sys.argv[3:]
STANDARD = ("cstdio", "filesystem", "iostream", "map", "memory", "string", "vector")
STATEMENT = re.compile(r"\{|(if|for|while|switch|do|try|return)\b")
DEFINITION = re.compile(r"(class|struct|enum|template|namespace|using|PROXIMA_[A-Z_]+\()|.*\)[^;]*\{.*\}$", re.DOTALL)


def public_headers():
    return sorted(path for path in (SOURCE / "runtime").rglob("*.h*")
                  if "include" in path.parts and "detail" not in path.parts)


def included(text):
    return set(re.findall(r"^#include <(.*)>", text, re.M))


def without_library(texts, flags):
    """Returns the headers that include a missing one, each with its name."""
    names = sorted(set().union(*map(included, texts.values())))
    asked = "".join(f'#if !__has_include(<{name}>)\nmissing {name}\n#endif\n' for name in names)
    answer = subprocess.run([COMPILER, *flags, "-E", "-P", "-x", "c++", "-"], input=asked, capture_output=True, text=True,
                            check=True).stdout
    missing = {name: name for name in re.findall(r"^missing (\S+)", answer, re.M)}
    left_out = {}
    for _ in texts:
        for header, text in texts.items():
            needs = included(text) & missing.keys()
            if needs and header not in left_out:
                left_out[header] = missing[min(needs)]
                missing[str(header).rpartition("/include/")[2]] = left_out[header]
    return left_out


def first_comment(lines):
    for number, line in enumerate(lines, 1):
        if not line.startswith("//"):
            return
        yield number, line


def examples(lines):
    """Each as numbered lines. Empty lines separate paragraphs of one example, prose separates examples. What is indented
    below an item of a list belongs to that item."""
    example, gap, in_list = [], [], False
    for number, line in first_comment(lines):
        in_list = bool(re.match(r"//+ {1,3}- ", line)) or in_list and bool(re.match(r"//+  ", line))
        if re.match(r"//+ {4}", line) and not in_list:
            example += gap + [(number, re.sub(r"^//+ {4,5}", "", line))]
            gap = []
        elif not re.match(r"//+ *$", line):
            if example:
                yield example
            example, gap = [], []
        elif example:
            gap.append((number, ""))
    if example:
        yield example


def chunks(example):
    """Statements and definitions at the outermost level, each as numbered lines."""
    chunk, depth = [], 0
    for number, line in example:
        chunk.append((number, line))
        code = re.sub(r"//.*|\"(\\.|[^\"])*\"|'(\\.|[^'])'", "", line).strip()
        depth += sum(code.count(opening) for opening in "({[") - sum(code.count(closing) for closing in ")}]")
        if depth == 0 and code.endswith((";", "}")) or code.startswith("#") or re.match(r"PROXIMA_[A-Z_]+\(.*\)$", code):
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def is_definition(chunk):
    text = "\n".join(re.sub(r"//.*", "", line) for _, line in chunk).strip()
    return not STATEMENT.match(text) and bool(DEFINITION.match(text))


def numbered(header, lines):
    return "".join(f'#line {number} "{header}"\n{line}\n' for number, line in lines)


def function_of(name, header, text, example):
    """Makes a function of an example; the includes come before it."""
    includes = [(number, line) for number, line in example if line.startswith("#include")]
    definitions, statements = [], []
    for chunk in chunks([entry for entry in example if entry not in includes]):
        (definitions if is_definition(chunk) and not statements else statements).extend(chunk)
    spaces = re.findall(r"^namespace (proxima(?!.*detail)[\w:]*) \{", text, re.M)
    begin = f"namespace {spaces[-1] if spaces else ''} {{ namespace {name} {{\n"
    return numbered(header, includes), (
        f"{begin}using namespace proxima;\n{numbered(header, definitions)}"
        f"[[maybe_unused]] static auto example() {{\n{numbered(header, statements)}}}\n}} }}\n")


def main():
    texts = {header: header.read_text(encoding="utf-8") for header in public_headers()}
    failures = [f"{header}:1: error: no comment that says what the header is for"
                for header, text in texts.items() if not re.match(r"// *\w", text)]
    directories = sorted(path for path in (SOURCE / "runtime").rglob("include") if path.is_dir())
    flags = [*FLAGS, "-std=c++20", "-w", *(f"-I{path}" for path in directories)]
    left_out = without_library(texts, flags)
    for header, library in left_out.items():
        print(f"{header}: skipped, {library} is not found")
    beginning = "".join(f"#include <{name}>\n" for name in STANDARD)
    beginning += "".join(f'#include "{header}"\n' for header in texts if header not in left_out)
    units, count = [("", "")], 0
    for header, text in texts.items():
        for example in examples(text.splitlines()) if header not in left_out else []:
            count += 1
            unit = function_of(f"example_{count}", header, text, example)
            if re.search(r"^PROXIMA_[A-Z_]+\(", unit[1], re.M):
                units.append(unit)  # defines symbols of C, so there can be one in a translation unit
            else:
                units[0] = (units[0][0] + unit[0], units[0][1] + unit[1])
    if count < 10:
        sys.exit(f"error: {count} examples below {SOURCE}/runtime: nothing was tested")
    for includes, functions in units:
        compiled = subprocess.run([COMPILER, *flags, "-fsyntax-only", "-x", "c++", "-"], text=True, check=False,
                                  input=beginning + includes + functions, capture_output=True)
        if compiled.returncode != 0:
            failures.append(compiled.stderr)
    print(f"{count} examples in {len(texts)} headers")
    sys.exit("\n".join(failures) or 0)


main()
