#!/usr/bin/python3
"""Prints what a program is made of, with licences, as SPDX 2.3: sbom.py PROGRAM.

Libraries are found in the program and their versions at the system; what the browser client contains, in its lock file.
Licences of Debian's packages are kept in packaging/licences.json, because their copyright files are written for people: a
library that is not in it is an error, so that nobody links one without looking. So is one that is no longer linked.
"""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/release"))
from elf import Elf  # noqa: E402

IMPORT = re.compile(r"""from ['"]([^.$'"][^'"]*)['"]""")
# Parts of them are linked into the engine for browsers.
IN_WASM = ["wasi-libc", "libclang-rt-14-dev-wasm32"]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def library_packages(program):
    """{Debian package: version} of what is loaded with the program; without the kernel's part and the loader."""
    found = set()
    for name in Elf(program).needed():
        path = next(line.split()[2] for line in run("ldd", program).splitlines() if line.split()[0] == name)
        # Since /lib is a link to /usr/lib, dpkg may know a file by either name.
        names = {path, os.path.realpath(path), *(p.removeprefix("/usr") for p in (path, os.path.realpath(path)))}
        owner = subprocess.run(["dpkg-query", "-S", *sorted(names)], capture_output=True, text=True).stdout.split(":")[0]
        if not owner:
            sys.exit(f"sbom: no Debian package owns {path}")
        found.add(owner)
    return sorted(found)


def debian(name, licences):
    if name not in licences:
        sys.exit(f"sbom: {name} is linked, but its licence is not in packaging/licences.json")
    version = run("dpkg-query", "-W", "-f", "${Version}", name)
    return entry(name, version, licences[name], f"pkg:deb/debian/{name}@{version}")


def npm_packages():
    """What the client's sources import, and what that needs in turn; the bundler leaves out what is not called."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    wanted = {
        "/".join(name.split("/")[: 2 if name.startswith("@") else 1])
        for path in (ROOT / "web/src").rglob("*")
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name
        for name in IMPORT.findall(path.read_text())
    }
    found, waiting = {}, sorted(wanted)
    while waiting:
        name = waiting.pop()
        package = lock.get(f"node_modules/{name}")
        if package and name not in found:
            found[name] = package
            waiting += sorted(package.get("dependencies", {}))
    for name, package in sorted(found.items()):
        yield entry(name, package["version"], package["license"], f"pkg:npm/{name.replace('@', '%40')}@{package['version']}")


def entry(name, version, licence, purl=None):
    made = {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", name).strip("-"),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }
    if purl:
        made["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
        ]
    return made


def main():
    program = sys.argv[1]
    licences = json.loads((ROOT / "packaging/licences.json").read_text())
    version = run(program, "--version").split()[1]
    tatami = entry("tatami", version, "MIT")
    libraries = [debian(name, licences) for name in library_packages(program)]
    if left := sorted(licences.keys() - {package["name"] for package in libraries} - set(IN_WASM)):
        sys.exit(f"sbom: not linked, but in packaging/licences.json: {', '.join(left)}")
    inside = [debian(name, licences) for name in IN_WASM] + list(npm_packages())
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", tatami)]
    relations += [(tatami["SPDXID"], "DYNAMIC_LINK", package) for package in libraries]
    relations += [(tatami["SPDXID"], "CONTAINS", package) for package in inside]
    when = int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", ROOT, "log", "-1", "--format=%ct"))
    packages = [tatami, *libraries, *inside]
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tatami-{version}",
        "documentNamespace": uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(packages)).urn,
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(when, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: The Tatami authors"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b["SPDXID"]} for a, kind, b in relations
        ],
    }
    print(json.dumps(document, indent=2))


main()
