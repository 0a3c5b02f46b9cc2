// Processes that change their root or give up their rights. The application must run on.
#include "scenario_run.hpp"

#include <sched.h>
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

} // namespace
