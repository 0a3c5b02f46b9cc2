// Flags from other compilers. The test makes substitutes for a compiler's
// own directories, which are recognised by the files in them.
#include "analysis/parse/compile_flags.hpp"
#include "error_of.hpp"
#include "temporary_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace proxima::gen;
using proxima::unit::error_of;
using proxima::unit::TemporaryDirectory;
using Flags = std::vector<std::string>;

bool contains(const Flags& flags, const std::string& flag) {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

Flags system_directories(const Flags& flags) {
    Flags directories;
    for (std::size_t i = 0; i + 1 < flags.size(); ++i) {
        if (flags[i] == "-isystem") {
            directories.push_back(flags[i + 1]);
        }
    }
    return directories;
}

Flags without_directories(const Flags& flags) {
    return {flags.begin(), std::find(flags.begin(), flags.end(), "-isystem")};
}

// Output of a wrapper around g++ (mpicxx) that adds directories and macros, one with a quoted
// value.
constexpr const char* wrapper_output =
    R"(COLLECT_GCC_OPTIONS='-E' '-v' '-I' '/x/openmpi/include' '-shared-libgcc'
 /usr/lib/gcc/x86_64-linux-gnu/12/cc1plus -E -quiet -v -I /x/openmpi/include -imultiarch x86_64-linux-gnu -D_GNU_SOURCE -D WITH_MPI=1 -U linux "-DNAME=\"a b\"" /dev/null -mtune=generic
#include "..." search starts here:
#include <...> search starts here:
 /x/openmpi/include
 /x/include
End of search list.
)";

TEST(FlagsFromVerboseOutput, ReadsAWrappersOwnDirectoriesAndMacros) {
    const Flags flags = flags_from_verbose_output(wrapper_output);
    EXPECT_EQ(without_directories(flags), (Flags{"-nostdinc++", "-nostdlibinc", "-D_GNU_SOURCE",
                                                 "-DWITH_MPI=1", "-Ulinux", "-DNAME=\"a b\""}));
    EXPECT_EQ(system_directories(flags), (Flags{"/x/openmpi/include", "/x/include"}));
}

TEST(FlagsFromVerboseOutput, LeavesOutTheCompilersOwnHeaders) {
    const TemporaryDirectory root;
    root.write("own/stddef.h", "");
    root.write("own/stdarg.h", "");
    root.write("system/stddef.h", "");
    root.write("system/stdarg.h", "");
    root.write("system/stdio.h", "");
    const std::string own = (root.path() / "own").string();
    const std::string system = (root.path() / "system").string();
    const Flags flags = flags_from_verbose_output("#include <...> search starts here:\n " + own +
                                                  "\n " + system + "\nEnd of search list.\n");
    EXPECT_EQ(system_directories(flags), Flags{system});
}

TEST(CompileFlags, DropsWhatOnlyGccUnderstands) {
    const Flags kept{"-std=c++20", "-fno-rtti", "-mavx2"};
    const Flags dropped{"-fno-canonical-system-headers",
                        "-fconcepts-diagnostics-depth=3",
                        "-mno-avx256-split-unaligned-load",
                        "-Wno-maybe-uninitialized",
                        "-Wl,-rpath,/x",
                        "-O2",
                        "-march=znver9",
                        "-fprofile-use",
                        "-fprofile-use=/nowhere",
                        "-mfpmath=both",
                        "-fdiagnostics-format=json",
                        "-c",
                        "-o",
                        "out.o",
                        "in.cpp"};
    FlagSources sources;
    sources.flags = kept;
    sources.flags.insert(sources.flags.end(), dropped.begin(), dropped.end());
    const Flags arguments = clang_arguments(sources);
    for (const auto& flag : kept) {
        EXPECT_TRUE(contains(arguments, flag)) << flag;
    }
    for (const auto& flag : dropped) {
        EXPECT_FALSE(contains(arguments, flag)) << flag;
    }
}

TEST(CompileFlags, ParsesForTheTargetOfTheCompiler) {
    const TemporaryDirectory directory;
    directory.write("include/stdio.h", "");
    const std::string compiler =
        directory.write("cross-g++", "#!/bin/sh\n{ echo 'Target: aarch64-linux-gnu'\n"
                                     "echo '#include <...> search starts here:'\n"
                                     "for flag in \"$@\"; do case $flag in --sysroot=*) echo \" "
                                     "${flag#--sysroot=}/include\";; esac; done\n"
                                     "echo ' /x/include'\necho 'End of search list.'; } >&2\n");
    std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
    FlagSources sources;
    sources.compiler = compiler;
    sources.flags = {"--sysroot=" + directory.path().string()};
    const Flags arguments = clang_arguments(sources);
    EXPECT_TRUE(contains(arguments, "--target=aarch64-linux-gnu"));
    EXPECT_TRUE(contains(system_directories(arguments), directory.path() / "include"));
}

TEST(CompileFlags, SaysWhatCannotBeHad) {
    for (const auto& [compiler, word] :
         {std::pair("no-such-compiler", "no-such-compiler is not found"),
          std::pair("/bin/false", "does not answer"), std::pair("/bin/true", "/bin/true")}) {
        FlagSources sources;
        sources.compiler = compiler;
        const auto said = error_of([&] { clang_arguments(sources); });
        EXPECT_NE(said.find(word), std::string::npos) << said;
    }
}

} // namespace
