#!/usr/bin/python3
"""The binary interface of libtatami against lib/abi.txt: the names that the library shows, the prototypes of the functions, the
values of constants, and the size and members' places of every public struct.

    tests/lib/abi.py LIBRARY            compares (TAP)
    tests/lib/abi.py --write LIBRARY    rewrites lib/abi.txt, after a change that docs/LIBRARY.md allows
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "lib/abi.txt"
INCLUDES = ["-I", str(ROOT / "include")]


def run(*command, **how):
    return subprocess.run(command, capture_output=True, text=True, check=True, **how).stdout


def symbols(library):
    for line in run("nm", "-D", "--defined-only", library).splitlines():
        _, kind, name = line.split()
        yield f"symbol {name} {'function' if kind in 'TW' else 'data'}"


def prototypes(scratch):
    (scratch / "all.c").write_text("#include <tatami/tatami.h>\n")
    aux = scratch / "aux"
    run("gcc", "-std=c11", *INCLUDES, "-aux-info", str(aux), "-fsyntax-only", str(scratch / "all.c"))
    for line in aux.read_text().splitlines():
        if match := re.match(r"/\* .*include/tatami/(\w+\.h):\d+:\w+ \*/ (?:extern|static) (.*);", line):
            yield f"{match[1]}: {' '.join(match[2].split())}"


def layouts(scratch):
    """Every struct that a public header defines, as the compiler lays it out."""
    source = ["#include <stddef.h>", "#include <stdio.h>", "#include <tatami/tatami.h>", "int main(void) {"]
    for header in sorted((ROOT / "include/tatami").glob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
        for name, body in re.findall(r"struct (tm_\w+) \{(.*?)\n\}", text, flags=re.S):
            source.append(f'printf("struct {name}: %zu bytes\\n", sizeof(struct {name}));')
            for declaration in body.split(";"):
                for member in members(declaration):
                    source.append(f'printf("    {name}.{member} at %zu\\n", offsetof(struct {name}, {member}));')
        for constants in re.findall(r"enum \{(.*?)\}", text, flags=re.S):
            for constant in re.findall(r"\b(TM_\w+)\b\s*(?==|,|$|\n)", re.sub(r"=[^,]*", "=", constants)):
                source.append(f'printf("constant {constant} %d\\n", (int){constant});')
    source += ["}"]
    (scratch / "layout.c").write_text("\n".join(source) + "\n")
    run("gcc", "-std=c11", *INCLUDES, str(scratch / "layout.c"), "-o", str(scratch / "layout"))
    yield from run(str(scratch / "layout")).splitlines()


def members(declaration):
    declaration = " ".join(declaration.split())
    if not declaration or declaration.startswith("#"):
        return []
    if match := re.search(r"\(\*(\w+)\)", declaration):
        return [match[1]]
    names = [re.search(r"(\w+)\s*(\[[^\]]*\])*$", part.strip()) for part in declaration.split(",")]
    return [match[1] for match in names]


def interface(library):
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        return sorted(symbols(library)) + sorted(prototypes(scratch)) + list(layouts(scratch))


def main():
    write = "--write" in sys.argv
    library = sys.argv[-1]
    found = interface(library)
    if write:
        KEPT.write_text("\n".join(found) + "\n")
        return 0
    kept = KEPT.read_text().splitlines()
    lost = [line for line in kept if line not in found]
    added = [line for line in found if line not in kept]
    foreign = [line for line in found if line.startswith("symbol ") and not line.split()[1].startswith("tm_")]
    checks = [
        ("nothing that programs were built against is gone or changed", lost),
        ("what is new is written down in lib/abi.txt", added),
        ("every name that the library shows begins with tm_", foreign),
        ("functions were found at all", [] if sum("(" in line for line in found) > 60 else ["too few"]),
    ]
    for i, (name, wrong) in enumerate(checks, 1):
        print(f"{'not ' if wrong else ''}ok {i} - {name}")
        for line in wrong:
            print(f"# {line}")
    print(f"1..{len(checks)}")
    return 1 if any(wrong for _, wrong in checks) else 0


sys.exit(main())
