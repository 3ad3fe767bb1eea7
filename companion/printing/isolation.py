"""Takes the network away from the process that makes PDFs, for good.

A filter of the kernel (seccomp) refuses to open sockets, for this process and all that it may start. It needs
no privileges. On other processors than those below, and where the kernel has no filters, nothing is taken
away.

Sources: Linux, `seccomp(2)`, `prctl(2)`; numbers of system calls: `asm/unistd_64.h`, `asm-generic/unistd.h`.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
from typing import Final

# The processor's number in the kernel's audit, and its number of the call `socket`.
SOCKET_CALLS: Final = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
# This one opens sockets too.
IO_URING_SETUP: Final = 425
# Calls of x86-64 in its 32-bit form begin here.
X32_CALLS: Final = 0x40000000

_LOAD: Final = 0x20
_IF_EQUAL: Final = 0x15
_IF_AT_LEAST: Final = 0x35
_RETURN: Final = 0x06
_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000 | errno.EPERM
_SET_NO_NEW_PRIVILEGES: Final = 38
_SET_SECCOMP: Final = 22
_FILTER: Final = 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def take_network_away() -> bool:
    """Whether this process can open no socket from now on. Open ones stay open."""
    known = SOCKET_CALLS.get(platform.machine())
    if known is None:
        return False
    processor, socket_call = known
    # Each step: code, how far to jump if it holds and if not, its number.
    steps = (
        (_LOAD, 0, 0, 4),
        (_IF_EQUAL, 0, 5, processor),
        (_LOAD, 0, 0, 0),
        (_IF_AT_LEAST, 3, 0, X32_CALLS),
        (_IF_EQUAL, 2, 0, socket_call),
        (_IF_EQUAL, 1, 0, IO_URING_SETUP),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    )
    program = _Program(len(steps), b"".join(struct.pack("=HBBI", *step) for step in steps))
    library = ctypes.CDLL(None)
    is_bound: bool = library.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    is_set: bool = is_bound and library.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0
    return is_set
