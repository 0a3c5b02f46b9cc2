/// \file
/// Where calls of MPI enter this library. Not for users.
///
/// A call that is not measured is passed on by a jump, before anything reads its arguments. Should
/// the application have another MPI than the one that this library was built for, they may be wider
/// than its mpi.h declares, and still arrive whole.
#pragma once

#include <proxima/mpi/thread_use.hpp>

#ifdef __x86_64__
static_assert(static_cast<int>(proxima::mpi::Measuring::off) == 2, "see below");
#define PROXIMA_MPI_ENTRY(name)                                                                    \
    asm(".pushsection .text\n"                                                                     \
        ".globl " #name "\n"                                                                       \
        ".type " #name ", @function\n"                                                             \
        ".weak P" #name "\n"                                                                       \
        ".p2align 4\n" #name ":\n"                                                                 \
        "    cmpb $2, proxima_mpi_measuring(%rip)\n"                                               \
        "    jne proxima_measured_" #name "\n"                                                     \
        "    jmp P" #name "@PLT\n"                                                                 \
        ".size " #name ", . - " #name "\n"                                                         \
        ".popsection");
#endif
