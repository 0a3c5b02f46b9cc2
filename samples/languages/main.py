"""The program: Python calls C, which calls C++, which calls Fortran, which calls C."""

import ctypes
import pathlib

import proxima

library = ctypes.CDLL(str(pathlib.Path(__file__).parent / "build" / "liblanguages.so"))
library.drive.restype = ctypes.c_double

for n in (40, 80, 160, 320, 640) * 8:
    with proxima.timer("step", n=n, share=1 / n):
        library.drive(n)
