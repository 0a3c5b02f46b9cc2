#!/usr/bin/python3
"""Abstract classes that headers define, as libclang sees them: an opinion independent of proxima-gen.

Usage: classes.py HEADER... -- FLAGS. Prints {"errors": [...], "classes": {header: [...]}} as JSON.
Needs libclang's Python bindings (Debian: python3-clang-19).
"""
import json
import os
import sys

from clang.cindex import AccessSpecifier, CursorKind, Diagnostic, Index, TranslationUnit, conf

KEEP_GOING = 0x200
RECORDS = (CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL)
SCOPES = (CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL) + RECORDS
HIDDEN = (AccessSpecifier.PRIVATE, AccessSpecifier.PROTECTED)


def qualified_name(cursor):
    names = []
    while cursor is not None and cursor.kind != CursorKind.TRANSLATION_UNIT:
        if cursor.kind in RECORDS + (CursorKind.NAMESPACE,) and cursor.spelling and not cursor.is_anonymous():
            names.append(cursor.displayname)
        cursor = cursor.semantic_parent
    return "::".join(reversed(names))


def bases(record):
    for child in record.get_children():
        if child.kind == CursorKind.CXX_BASE_SPECIFIER:
            base = child.type.get_canonical().get_declaration()
            definition = base.get_definition() or base
            # libclang does not show the members of an implicit instantiation, but those of its pattern.
            shown = any(True for _ in definition.get_children())
            pattern = None if shown else conf.lib.clang_getSpecializedCursorTemplate(base)
            yield pattern or definition


def signature(method):
    return (method.spelling, len(list(method.get_arguments())), method.is_const_method())


def pure_methods(record):
    """Final overriders of `record` that are still pure: {signature: access}."""
    pure = {}
    for base in bases(record):
        pure.update(pure_methods(base))
    for child in record.get_children():
        if child.kind in (CursorKind.CXX_METHOD, CursorKind.DESTRUCTOR, CursorKind.CONVERSION_FUNCTION):
            if child.is_pure_virtual_method():
                if child.kind != CursorKind.DESTRUCTOR:
                    pure[signature(child)] = child.access_specifier
            else:
                pure.pop(signature(child), None)
    return pure


def hidden_scope(cursor):
    while cursor is not None and cursor.kind != CursorKind.TRANSLATION_UNIT:
        if cursor.access_specifier in HIDDEN:
            return True
        cursor = cursor.semantic_parent
    return False


def describe(cursor):
    pure = pure_methods(cursor)
    return {
        "name": qualified_name(cursor),
        "line": cursor.location.line,
        "not_public": sorted(name for (name, _, _), access in pure.items() if access != AccessSpecifier.PUBLIC),
        "hidden": hidden_scope(cursor),
    }


def visit(scope, wanted, found):
    for cursor in scope.get_children():
        if cursor.kind not in SCOPES:
            continue
        file = cursor.location.file
        if cursor.kind in RECORDS and file is not None:
            header = wanted.get(file.name)
            if header is None:
                continue
            if cursor.is_definition() and cursor.is_abstract_record() and cursor.spelling:
                found[header].append(describe(cursor))
        visit(cursor, wanted, found)


def main():
    split = sys.argv.index("--")
    headers, flags = sys.argv[1:split], sys.argv[split + 1:]
    preludes = [flag[len("--prelude="):] for flag in flags if flag.startswith("--prelude=")]
    flags = [flag for flag in flags if not flag.startswith("--prelude=")]
    text = "".join(f'#include "{header}"\n' for header in preludes + headers)
    unit = Index.create().parse(
        "sweep.cpp", args=["-x", "c++", "-w", "-ferror-limit=1"] + flags, unsaved_files=[("sweep.cpp", text)],
        options=TranslationUnit.PARSE_SKIP_FUNCTION_BODIES | KEEP_GOING)
    errors = [f"{d.location.file}:{d.location.line}: {d.spelling}" for d in unit.diagnostics
              if d.severity >= Diagnostic.Error]
    found = {header: [] for header in headers}
    if not errors:
        visit(unit.cursor, {header: header for header in headers}, found)
    json.dump({"errors": errors[:3], "classes": found}, sys.stdout)
    sys.stdout.flush()
    os._exit(0)  # freeing the tree one cursor at a time would take longer than reading it


if __name__ == "__main__":
    main()
