#!/usr/bin/python3
"""The program is built with every protection that compiler and linker offer; a program without them is noticed."""
import os
import pathlib
import subprocess
import tempfile

from elf import Elf
from tap import Tap

CARELESS = """
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    char name[8];
    for (int i = 0; i < argc; i++) strcpy(name, argv[i]), printf("%s", name);
    return 0;
}
"""
NOTHING = ("-O2 -no-pie -fno-stack-protector -U_FORTIFY_SOURCE -Wl,-z,norelro -Wl,-z,lazy -Wl,-z,execstack "
           "-Wl,-rpath,/tmp").split()

tap = Tap()
program = Elf(os.environ["TATAMI"])
tap.equal("the program lacks no protection", program.weaknesses(), [])

with tempfile.TemporaryDirectory() as folder:
    source, careless = pathlib.Path(folder, "careless.c"), pathlib.Path(folder, "careless")
    source.write_text(CARELESS)
    subprocess.run(["gcc", "-w", *NOTHING, "-o", careless, source], check=True)
    tap.check("a program built without protections is found out, in all seven ways",
              len(Elf(careless).weaknesses()) >= 7, Elf(careless).weaknesses())
tap.finish()
