"""Reads from an ELF file how well the program is armoured against its own mistakes."""
import struct

ET_DYN = 3
PT_LOAD, PT_DYNAMIC = 1, 2
PT_GNU_STACK, PT_GNU_RELRO = 0x6474E551, 0x6474E552
PF_X, PF_W = 1, 2
DT_NEEDED, DT_STRTAB, DT_SYMTAB, DT_RPATH, DT_BIND_NOW, DT_RUNPATH, DT_FLAGS = 1, 5, 6, 15, 24, 29, 30
DT_FLAGS_1 = 0x6FFFFFFB
DF_BIND_NOW, DF_1_NOW, DF_1_PIE = 8, 1, 0x8000000


class Elf:
    """64 bits, little endian: what aarch64 and x86_64 have."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{path} is no 64-bit little-endian ELF file")
        self.type = struct.unpack_from("<H", self.data, 16)[0]
        start, = struct.unpack_from("<Q", self.data, 32)
        size, count = struct.unpack_from("<HH", self.data, 54)
        # (kind, flags, offset, address, size in the file)
        self.segments = []
        for i in range(count):
            kind, flags, offset, address, _, in_file = struct.unpack_from("<IIQQQQ", self.data, start + i * size)
            self.segments.append((kind, flags, offset, address, in_file))
        self.dynamic = {}
        for kind, _, offset, _, in_file in self.segments:
            if kind != PT_DYNAMIC:
                continue
            for at in range(offset, offset + in_file, 16):
                tag, value = struct.unpack_from("<qQ", self.data, at)
                self.dynamic.setdefault(tag, []).append(value)

    def offset_of(self, address):
        for kind, _, offset, start, in_file in self.segments:
            if kind == PT_LOAD and start <= address < start + in_file:
                return offset + address - start
        raise ValueError(f"address {address:#x} is in no segment")

    def string(self, index):
        at = self.offset_of(self.dynamic[DT_STRTAB][0]) + index
        return self.data[at : self.data.index(b"\0", at)].decode()

    def needed(self):
        return [self.string(index) for index in self.dynamic.get(DT_NEEDED, [])]

    def imports(self):
        """Names of the functions and variables that come from libraries."""
        # The linker puts the names right behind the symbols.
        at, end = (self.offset_of(self.dynamic[tag][0]) for tag in (DT_SYMTAB, DT_STRTAB))
        names = set()
        for i in range(at, end, 24):
            name, _, _, section = struct.unpack_from("<IBBH", self.data, i)
            if section == 0 and name:
                names.add(self.string(name))
        return names

    def first(self, tag):
        return self.dynamic.get(tag, [0])[0]

    def weaknesses(self):
        """What is missing, in words; empty if all is there."""
        found = []
        flags = {kind: flags for kind, flags, *_ in self.segments}
        imports = self.imports()
        if self.type != ET_DYN or not self.first(DT_FLAGS_1) & DF_1_PIE:
            found.append("not position-independent (PIE)")
        if PT_GNU_RELRO not in flags:
            found.append("no part that turns read-only after loading (RELRO)")
        if not (DT_BIND_NOW in self.dynamic or self.first(DT_FLAGS) & DF_BIND_NOW or self.first(DT_FLAGS_1) & DF_1_NOW):
            found.append("symbols bound late, so the table of functions stays writable (full RELRO)")
        if flags.get(PT_GNU_STACK, PF_X) & PF_X:
            found.append("a stack that can be executed")
        if any(f & PF_W and f & PF_X for kind, f, *_ in self.segments if kind == PT_LOAD):
            found.append("memory that can be both written and executed")
        if "__stack_chk_fail" not in imports:
            found.append("no stack protector")
        if not {"__snprintf_chk", "__memcpy_chk"} <= imports:
            found.append("functions that write memory are not fortified")
        if DT_RPATH in self.dynamic or DT_RUNPATH in self.dynamic:
            found.append("a folder to load libraries from (RPATH)")
        return found
