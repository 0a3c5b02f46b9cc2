// Processes that change their root, give up their rights, or forbid themselves system calls. The
// application must run on.
#include "scenario_run.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

constexpr int not_permitted = 77;

const Scenario change_root("change-root", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "jailed");
    call_times(proxy, 1000);
    fs::create_directory("jail");
    if ((chroot("jail") != 0 && (unshare(CLONE_NEWUSER) != 0 || chroot("jail") != 0)) ||
        chdir("/") != 0) {
        return not_permitted;
    }
    call_times(proxy, 100'000);
    return 0;
});

// Without /proc the search for leaks fails the process.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PROXIMA_TEST_LEAKS
#endif
#endif

TEST(Rights, AProcessMayChangeItsRoot) {
#ifdef PROXIMA_TEST_LEAKS
    GTEST_SKIP() << "AddressSanitizer needs /proc at the end";
#endif
    const ScenarioRun run({"change-root"});
    if (run.status() == not_permitted) {
        GTEST_SKIP() << "needs the permission to change the root";
    }
    EXPECT_EQ(run.status(), 0) << run.output();
    EXPECT_EQ(run.lines(), 0) << run.output();
    EXPECT_EQ(run.rows().at("jailed.call").calls, 101'000U);
    EXPECT_EQ(run.invocations().size(), 101'000U);
    EXPECT_EQ(run.info()["complete"], true);
    EXPECT_FALSE(run.info()["command"].empty());
}

const Scenario change_user("change-user", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "other");
    call_times(proxy, 100'000); // so many that some are in the record file
    constexpr uid_t nobody = 65534;
    if (setresuid(nobody, nobody, nobody) != 0) {
        return not_permitted;
    }
    call_times(proxy, 100'000);
    return 0;
});

TEST(Rights, AProcessThatGivesItsRightsUpSaysSoOnce) {
    const ScenarioRun run({"change-user"});
    if (run.status() == not_permitted) {
        GTEST_SKIP() << "needs the permission to change the user";
    }
    EXPECT_EQ(run.status(), 0) << run.output();
    EXPECT_TRUE(run.says("Permission denied")) << run.output();
    EXPECT_EQ(run.lines(), 1) << run.output();
    EXPECT_EQ(run.info()["complete"], false);
    EXPECT_GE(run.readable(), 10'000U);
    EXPECT_LT(run.readable(), 200'000U);
}

// Makes opening files fail from now on.
bool forbid_opening_files() {
    std::array<sock_filter, 4> code{{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
    const sock_fprog filter{code.size(), code.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

const Scenario forbid_calls("forbid-calls", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "confined");
    call_times(proxy, 100'000);
    if (!forbid_opening_files()) {
        return not_permitted;
    }
    call_times(proxy, 100'000);
    return 0;
});

// As after a change of the user: the last buffer and the results are lost.
TEST(Rights, AProcessThatForbidsItselfSystemCallsKeepsItsRecords) {
#ifdef PROXIMA_TEST_LEAKS
    GTEST_SKIP() << "AddressSanitizer opens files at the end";
#endif
    const ScenarioRun run({"forbid-calls"});
    if (run.status() == not_permitted) {
        GTEST_SKIP() << "needs a kernel with seccomp filters";
    }
    EXPECT_EQ(run.status(), 0) << run.output();
    EXPECT_TRUE(run.says("Operation not permitted")) << run.output();
    EXPECT_EQ(run.lines(), 1) << run.output();
    EXPECT_EQ(run.info()["complete"], false);
    EXPECT_GE(run.readable(), 50'000U) << "a buffer holds some 30,000";
    EXPECT_LT(run.readable(), 200'000U);
}

} // namespace
