#!/usr/bin/env python3
"""Files of one layer call each other downwards only: no circle. `circles.py LIBRARY…` looks at what the objects of a static library define
and need. To be called back, pass a function down (docs/ARCHITECTURE.md)."""
import collections
import re
import subprocess
import sys

# "libserver.a:server_hall.c.o:0000000000000000 T hall_new", "libserver.a:server_hall.c.o:                 U line_send"
LINE = re.compile(r"(?:.*[:/])?([^:/]+)\.c\.o:\s*[0-9a-f]*\s+([A-Za-z])\s+(\S+)$")


def calls(library):
    """file -> {file: one function that it needs from there}"""
    defines, needs = {}, collections.defaultdict(set)
    listing = subprocess.run(["nm", "-A", library], check=True, capture_output=True, text=True).stdout
    for line in listing.splitlines():
        if not (found := LINE.match(line)):
            continue
        file, kind, name = found.groups()
        needs[file]  # so that it is known
        if kind == "U":
            needs[file].add(name)
        elif kind in "TDBRV":
            defines[name] = file
    return {file: {defines[name]: name for name in sorted(names) if defines.get(name, file) != file}
            for file, names in needs.items()}


def circle(graph):
    """The files of a circle, or []: who cannot be put on a floor above all they call is in one or above one."""
    left = {file: set(callees) for file, callees in graph.items()}
    while ready := [file for file, callees in left.items() if not callees]:
        for file in ready:
            del left[file]
        for callees in left.values():
            callees.difference_update(ready)
    if not left:
        return []
    path = [min(left)]
    while path.count(path[-1]) == 1:
        path.append(min(left[path[-1]]))
    return path[path.index(path[-1]):]


def floors(graph):
    height = {}

    def of(file):
        if file not in height:
            height[file] = 1 + max((of(callee) for callee in graph[file]), default=-1)
        return height[file]

    for file in graph:
        of(file)
    return height


def main():
    if sys.argv[1:2] == ["--floors"]:
        for library in sys.argv[2:]:
            height = floors(calls(library))
            for floor in sorted(set(height.values()), reverse=True):
                print(floor, *sorted(file for file, at in height.items() if at == floor))
        return
    assert circle({"a": {"b": "f"}, "b": {"c": "g"}, "c": {"b": "h"}, "d": {}}) == ["b", "c", "b"]
    assert circle({"a": {"b": "f"}, "b": {}}) == []
    failed = 0
    for n, library in enumerate(sys.argv[1:], 1):
        graph = calls(library)
        found = circle(graph)
        name = library.rsplit("/", 1)[-1]
        good = bool(graph) and not found
        failed += not good
        print(f"{'ok' if good else 'not ok'} {n} - the files of {name} call downwards only")
        for caller, callee in zip(found, found[1:]):
            print(f"# {caller} calls {graph[caller][callee]} of {callee}")
    print(f"1..{len(sys.argv) - 1}")
    sys.exit(1 if failed else 0)


main()
