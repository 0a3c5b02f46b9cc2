// Many writers, killed writers and full disks. Each writer is a process.
#include "knowledge_test.hpp"

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace proxima::knowledge;
using test::number;
using test::run_of_sizes;

class Writers : public test::Bases {
protected:
    // Runs `act` in a child.
    template <typename Act>
    static pid_t start(Act act) {
        const auto child = ::fork();
        if (child == 0) {
            try {
                act();
            } catch (const proxima::base::Error& error) {
                std::fputs(error.what(), stderr);
                ::_exit(1);
            }
            ::_exit(0);
        }
        return child;
    }
    // The exit status, or the negative number of the signal that ended it.
    static int end(pid_t child) {
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    }
};

TEST_F(Writers, ManyAddAtOnceToABaseThatIsNotThere) {
    constexpr int writers = 6;
    constexpr int runs = 5;
    std::vector<pid_t> children;
    for (int writer = 0; writer < writers; ++writer) {
        children.push_back(start([&] {
            for (int i = 0; i < runs; ++i) {
                // Adds one run that all writers add, and others that only this one adds.
                const auto name = i == 0 ? std::string("common")
                                         : std::to_string(writer) + "." + std::to_string(i);
                base().add(run_of_sizes(name, 50));
            }
        }));
    }
    for (const auto child : children) {
        EXPECT_EQ(end(child), 0);
    }
    const auto base = KnowledgeBase::open(file());
    constexpr int expected = 1 + writers * (runs - 1);
    EXPECT_EQ(number(base, "SELECT count(*) FROM run"), expected);
    EXPECT_EQ(number(base, "SELECT count(*) FROM statistics"), expected * 50);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_.path()), {}), 1);
}

TEST_F(Writers, AKillLeavesWholeRuns) {
    base().add(run_of_sizes("before", 10));
    const auto large = run_of_sizes("large", 20'000);
    for (int i = 0; i < 8; ++i) {
        const auto child = start([&] {
            for (int number = 0;; ++number) {
                auto run = large;
                run.identity += std::to_string(i) + "." + std::to_string(number);
                base().add(run);
            }
        });
        ::usleep(static_cast<useconds_t>(20'000 + i * 1'700));
        ::kill(child, SIGKILL);
        EXPECT_EQ(end(child), -SIGKILL);
        const auto base = KnowledgeBase::open(file());
        EXPECT_EQ(number(base, "SELECT count(*) FROM run"),
                  1 + number(base, "SELECT sum(json_array_length(document, "
                                   "'$.methods[0].statistics') = 20000) FROM run"));
    }
    EXPECT_TRUE(base().add(run_of_sizes("after")).is_new);
}

TEST_F(Writers, AFullDiskLeavesTheBaseAsItWas) {
    base().add(run_of_sizes("before", 10));
    const auto before = contents();
    const auto limit = std::filesystem::file_size(file()) + 65536;
    const auto child = start([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limits{limit, limit};
        ::setrlimit(RLIMIT_FSIZE, &limits);
        std::string said;
        try {
            base().add(run_of_sizes("too much", 20'000));
        } catch (const proxima::base::Error& error) {
            said = error.what();
        }
        const bool is_right = said.find("nothing was added") != std::string::npos &&
                              said.find('\n') == std::string::npos;
        ::_exit(is_right ? 0 : 1);
    });
    EXPECT_EQ(end(child), 0);
    EXPECT_TRUE(contents() == before);
    EXPECT_EQ(number(KnowledgeBase::open(file()), "SELECT count(*) FROM run"), 1);
}

TEST_F(Writers, WithoutPermissionNothingIsMade) {
    base().add(run_of_sizes("before"));
    const auto place = directory_.path();
    constexpr auto unwritable = static_cast<std::filesystem::perms>(0555);
    std::filesystem::permissions(place, unwritable);
    std::filesystem::permissions(file(), static_cast<std::filesystem::perms>(0444));
    const auto child = start([&] {
        if (::getuid() == 0 && ::setuid(65534) != 0) {
            ::_exit(2);
        }
        int status = 0;
        try {
            KnowledgeBase::open_or_create(place / "new.kb");
            status = 1;
        } catch (const proxima::base::Error&) {
        }
        try {
            base().add(run_of_sizes("more"));
            status = 1;
        } catch (const proxima::base::Error&) {
        }
        // Reading needs no permission to write.
        if (number(KnowledgeBase::open(file()), "SELECT count(*) FROM run") != 1) {
            status = 1;
        }
        ::_exit(status);
    });
    EXPECT_EQ(end(child), 0);
    std::filesystem::permissions(place, std::filesystem::perms::owner_all);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(place), {}), 1);
}

} // namespace
