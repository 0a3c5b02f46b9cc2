#include "key_values.hpp"

#include <proxima/detail/ranks.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace proxima::mpi {
namespace {

const char* variable(const char* name) noexcept {
    const char* const value = secure_getenv(name);
    return value == nullptr ? "" : value;
}

bool has(const char* name) noexcept {
    return *variable(name) != '\0';
}

class KeyValues {
public:
    KeyValues() = default;
    KeyValues(const KeyValues&) = delete;
    KeyValues& operator=(const KeyValues&) = delete;
    virtual ~KeyValues() = default;

    virtual bool announce() = 0;
    virtual bool is_announced(int rank) = 0;
    virtual void stop() = 0;
    virtual std::string job() = 0;
};

// PMIx, by the library that Open MPI uses, too; its initializations are counted. The declarations
// are those of its stable binary interface (PMIx 3 to 5).
class Pmix : public KeyValues {
public:
    bool announce() override {
        void* const library = dlopen("libpmix.so.2", RTLD_NOW | RTLD_GLOBAL);
        if (library == nullptr || !look_up(library) || !is_as_in_server() ||
            init_(&self_, nullptr, 0) != 0) {
            return false;
        }
        Value present;
        constexpr std::uint8_t to_all = 3; // PMIX_GLOBAL
        is_open_ = true;
        return put_(to_all, key, &present) == 0 && commit_() == 0;
    }

    // Looks only at what MPI_Init has exchanged: the server would wait for keys that never come.
    bool is_announced(int rank) override {
        Process process = self_;
        process.rank = static_cast<std::uint32_t>(rank);
        Info at_hand{};
        std::strcpy(at_hand.key, "pmix.optional");
        Value* found = nullptr; // leaks 32 bytes: the functions that free it are macros
        return get_(&process, key, &at_hand, 1, &found) == 0;
    }

    void stop() override {
        if (is_open_) {
            finalize_(nullptr, 0);
        }
    }

    std::string job() override { return variable("PMIX_NAMESPACE"); }

private:
    static constexpr const char* key = "proxima";

    struct Process {
        char job[256];
        std::uint32_t rank;
    };
    struct Value {
        std::uint16_t type = 1; // PMIX_BOOL
        union {
            bool flag = true;
            std::uint64_t words[3];
        };
    };
    struct Info {
        char key[512];
        std::uint32_t flags;
        Value value;
    };
    static_assert(sizeof(Process) == 260 && sizeof(Value) == 32 && sizeof(Info) == 552);

    template <class Function>
    static bool find(void* library, const char* name, Function& function) noexcept {
        function = reinterpret_cast<Function>(dlsym(library, name));
        return function != nullptr;
    }
    bool look_up(void* library) noexcept {
        return find(library, "PMIx_Init", init_) && find(library, "PMIx_Put", put_) &&
               find(library, "PMIx_Commit", commit_) && find(library, "PMIx_Get", get_) &&
               find(library, "PMIx_Finalize", finalize_) &&
               find(library, "PMIx_Get_version", version_);
    }
    // An Open MPI that brings its own PMIx hides the names of that. The system's may then be of
    // another major version.
    bool is_as_in_server() const noexcept {
        const char* const of_server = variable("PMIX_VERSION");
        const char* const own = std::strpbrk(version_(), "0123456789"); // OpenPMIx 4.2.2
        return *of_server == '\0' || (own != nullptr && *own == *of_server);
    }

    int (*init_)(Process*, Info*, std::size_t) = nullptr;
    int (*put_)(std::uint8_t, const char*, Value*) = nullptr;
    int (*commit_)() = nullptr;
    int (*get_)(const Process*, const char*, const Info*, std::size_t, Value**) = nullptr;
    int (*finalize_)(const Info*, std::size_t) = nullptr;
    const char* (*version_)() = nullptr;
    Process self_{};
    bool is_open_ = false;
};

// Version 1 of the protocol that Hydra, the launcher of MPICH and its relatives, speaks with each
// rank: lines over an inherited socket, which the MPI uses only while it is being initialized.
class HydraPmi : public KeyValues {
public:
    bool announce() override {
        return has_job() && is_success(ask("cmd=put kvsname=" + job_ + " key=proxima." +
                                           variable("PMI_RANK") + " value=1\n"));
    }

    bool is_announced(int rank) override {
        return is_success(
            ask("cmd=get kvsname=" + job_ + " key=proxima." + std::to_string(rank) + "\n"));
    }

    void stop() override {}

    std::string job() override { return has_job() ? job_ : std::string(); }

private:
    static bool is_success(const std::string& answer) noexcept {
        return answer.find(" rc=0") != std::string::npos;
    }

    // Hydra forgets keys that come before the first initialization; the MPI's own repeats it.
    bool has_job() {
        if (job_.empty() && is_success(ask("cmd=init pmi_version=1 pmi_subversion=1\n"))) {
            const std::string answer = ask("cmd=get_my_kvsname\n");
            const auto name = answer.find("kvsname=");
            job_ = name == std::string::npos ? "" : answer.substr(name + 8);
            job_.resize(std::min(job_.size(), job_.find_first_of(" \n")));
        }
        return !job_.empty();
    }

    std::string ask(const std::string& question) const {
        if (send(socket_, question.data(), question.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(question.size())) {
            return {};
        }
        std::string answer;
        for (char next = 0; next != '\n'; answer += next) {
            pollfd ready{socket_, POLLIN, 0};
            constexpr int milliseconds = 10'000;
            if (poll(&ready, 1, milliseconds) == 0 || read(socket_, &next, 1) != 1) {
                return {};
            }
        }
        return answer;
    }

    int socket_ = std::atoi(variable("PMI_FD"));
    std::string job_;
};

// Recognizes the launcher by its variables; of nested ones, the inner one sets more of them.
KeyValues* store() {
    static KeyValues* const found = []() -> KeyValues* {
        const bool is_hydra = has("PMI_FD") && has("PMI_RANK") && has("MPI_LOCALNRANKS");
        if (has("PMIX_NAMESPACE") && (has("OMPI_COMM_WORLD_SIZE") || !is_hydra)) {
            return new Pmix; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
        }
        return is_hydra ? new HydraPmi : nullptr; // NOLINT(cppcoreguidelines-owning-memory)
    }();
    return found;
}

bool has_announced = false;

} // namespace

void announce_rank() {
    static const bool announced = store() != nullptr && store()->announce();
    has_announced = announced;
}

bool can_ask_ranks() noexcept {
    return has_announced;
}

bool is_announced(int rank) {
    return store()->is_announced(rank);
}

void stop_asking() {
    if (store() != nullptr) {
        store()->stop();
    }
}

std::string job_name() {
    if (store() != nullptr) {
        return store()->job();
    }
    const std::string step = variable("SLURM_STEP_ID");
    return step.empty() ? step : variable("SLURM_JOB_ID") + ("." + step);
}

// Open MPI tells the address at which the parent waits: JOB.RANK:NUMBER.
std::string parent_job() {
    const std::string address = variable("OMPI_PARENT_PORT");
    return address.substr(0, address.rfind('.', address.rfind(':')));
}

void expect_ranks() noexcept {
    detail::expect_ranks(job_name);
}

} // namespace proxima::mpi
