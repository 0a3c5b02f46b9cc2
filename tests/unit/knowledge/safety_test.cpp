// Many writers, killed writers and full disks. Writers are processes of their own.
#include "knowledge_test.hpp"

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace proxima::knowledge;
using test::number;

constexpr std::int64_t many_rows = 200'000;

class Writers : public test::Bases {
protected:
    /// Runs `act` in a child; its exit status, or the negative number of the signal that ended it.
    template <typename Act>
    static pid_t start(Act act) {
        const auto child = ::fork();
        if (child == 0) {
            try {
                act();
            } catch (const Error& error) {
                ::write(STDERR_FILENO, error.what(), std::string(error.what()).size());
                ::_exit(1);
            }
            ::_exit(0);
        }
        return child;
    }
    static int end(pid_t child) {
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    }

    void expect_whole() const {
        const auto base = KnowledgeBase::open(file());
        EXPECT_EQ(number(base, "SELECT count(*) FROM timer WHERE trial NOT IN "
                               "(SELECT id FROM trial)"),
                  0);
        EXPECT_EQ(number(base, "SELECT count(*) FROM invocation_statistics WHERE timer NOT IN "
                               "(SELECT id FROM timer)"),
                  0);
    }
};

TEST_F(Writers, ManyAddAtOnceToABaseThatIsNotThere) {
    constexpr int writers = 6;
    constexpr int trials = 5;
    std::vector<pid_t> children;
    for (int writer = 0; writer < writers; ++writer) {
        children.push_back(start([&] {
            for (int i = 0; i < trials; ++i) {
                // One run that all of them add, and some of their own.
                const auto name = i == 0 ? std::string("common")
                                         : std::to_string(writer) + "." + std::to_string(i);
                base().add(test::trial(name, 50));
            }
        }));
    }
    for (const auto child : children) {
        EXPECT_EQ(end(child), 0);
    }
    const auto base = KnowledgeBase::open(file());
    constexpr int expected = 1 + writers * (trials - 1);
    EXPECT_EQ(number(base, "SELECT count(*) FROM trial"), expected);
    EXPECT_EQ(number(base, "SELECT count(*) FROM invocation_statistics"), expected * 51);
    EXPECT_EQ(number(base, "SELECT count(*) FROM experiment"), 1);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_.path()), {}), 1);
    expect_whole();
}

TEST_F(Writers, AKillLeavesTheBaseAsItWas) {
    base().add(test::trial("before", 10));
    const auto size = std::filesystem::file_size(file());
    const auto child = start([&] {
        auto base = this->base();
        base.add(test::trial("killed", many_rows), [&](std::uint64_t done, std::uint64_t all) {
            // Late, so that the file has grown beyond what memory keeps back.
            if (done > all * 9 / 10) {
                ::kill(::getpid(), SIGKILL);
            }
        });
    });
    EXPECT_EQ(end(child), -SIGKILL);
    EXPECT_TRUE(std::filesystem::exists(file().string() + "-journal"));
    EXPECT_GT(std::filesystem::file_size(file()), size);
    {
        const auto base = KnowledgeBase::open(file());
        EXPECT_EQ(number(base, "SELECT count(*) FROM trial"), 1);
        EXPECT_EQ(number(base, "SELECT count(*) FROM invocation_statistics"), 11);
        EXPECT_FALSE(base.find_trial("killed").has_value());
    }
    expect_whole();
    EXPECT_TRUE(base().add(test::trial("killed", 10)).is_new);
}

TEST_F(Writers, AKillWhileItIsMadeLeavesNoBase) {
    for (int i = 0; i < 8; ++i) {
        const auto child = start([&] { base(); });
        ::usleep(static_cast<useconds_t>(i * 500));
        ::kill(child, SIGKILL);
        end(child);
        if (std::filesystem::exists(file())) {
            EXPECT_EQ(number(KnowledgeBase::open(file()), "SELECT count(*) FROM trial"), 0);
            std::filesystem::remove(file());
        }
    }
    EXPECT_TRUE(base().add(test::trial("a")).is_new);
}

TEST_F(Writers, AFullDiskLeavesTheBaseAsItWas) {
    base().add(test::trial("before", 10));
    const auto before = test::contents(file());
    const auto limit = std::filesystem::file_size(file()) + 65536;
    const auto child = start([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limits{limit, limit};
        ::setrlimit(RLIMIT_FSIZE, &limits);
        std::string said;
        try {
            base().add(test::trial("too much", many_rows));
        } catch (const Error& error) {
            said = error.what();
        }
        const bool is_right = said.find("nothing was added") != std::string::npos &&
                              said.find('\n') == std::string::npos;
        ::_exit(is_right ? 0 : 1);
    });
    EXPECT_EQ(end(child), 0);
    EXPECT_EQ(test::contents(file()), before);
    EXPECT_EQ(number(KnowledgeBase::open(file()), "SELECT count(*) FROM trial"), 1);
}

TEST_F(Writers, WhatIsThrownOnTheWayTakesItBack) {
    auto base = this->base();
    auto wrong = test::trial("wrong");
    wrong.statistics.push_back(wrong.statistics.back()); // twice the same parameters
    EXPECT_THROW(base.add(wrong), Error);
    EXPECT_THROW(base.add(test::trial("stopped", 50'000),
                          [](std::uint64_t, std::uint64_t) { throw std::runtime_error("stop"); }),
                 std::runtime_error);
    EXPECT_EQ(number(base, "SELECT count(*) FROM trial"), 0);
    EXPECT_EQ(number(base, "SELECT count(*) FROM component"), 0);
    EXPECT_TRUE(base.add(test::trial("right")).is_new);
}

TEST_F(Writers, WithoutPermissionNothingIsMade) {
    base().add(test::trial("before"));
    const auto place = directory_.path();
    const auto unwritable =
        std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec |
        std::filesystem::perms::others_read | std::filesystem::perms::others_exec;
    std::filesystem::permissions(place, unwritable);
    const auto child = start([&] {
        if (::getuid() == 0 && ::setuid(65534) != 0) {
            ::_exit(2);
        }
        int status = 0;
        try {
            KnowledgeBase::open_or_create(place / "new.kb");
            status = 1;
        } catch (const Error&) {
        }
        try {
            base().add(test::trial("more"));
            status = 1;
        } catch (const Error&) {
        }
        // Reading needs no permission to write.
        if (number(KnowledgeBase::open(file()), "SELECT count(*) FROM trial") != 1) {
            status = 1;
        }
        ::_exit(status);
    });
    EXPECT_EQ(end(child), 0);
    std::filesystem::permissions(place, std::filesystem::perms::owner_all);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(place), {}), 1);
}

} // namespace
