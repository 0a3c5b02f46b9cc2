// Reads the input as one of the smaller files that strangers may have made; its first letter says
// which. Each reader may only accept it or refuse it with Error.
#include "exchange/imported_run.hpp"
#include "run_in_memory.hpp"
#include "source/hot_functions.hpp"
#include "sources.hpp"
#include "stack_samples.hpp"

#include <proxima/assembly/assembly.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/http_server.hpp>
#include <proxima/control.hpp>
#include <proxima/gather/run_inputs.hpp>
#include <proxima/inside/pack.hpp>
#include <proxima/inside/symbols.hpp>
#include <proxima/knowledge/knowledge_base.hpp>
#include <proxima/online/files/decisions.hpp>
#include <proxima/online/files/sensor_findings.hpp>
#include <proxima/platform/documents.hpp>
#include <proxima/platform/runs.hpp>
#include <proxima/study/results.hpp>
#include <proxima/study/study.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

using namespace proxima;

// Writes the text to a file in memory.
std::filesystem::path file_of(const std::string& text, const char* name) {
    static const auto run = fuzz::make_run();
    std::filesystem::create_directory(run / "tau");
    fuzz::write(run / name, text);
    return run / name;
}

void read_components(const std::string& text) {
    const auto file = file_of(text, "components.json");
    gather::recorded_classes(rundir::RunDirectory::open(file.parent_path()));
}

void read_knowledge(const std::string& text) {
    const auto base = knowledge::KnowledgeBase::open(file_of(text, "base.kb"));
    base.statistics({});
    base.models({}, true);
}

void ask(const std::string& request) {
    static const auto file = file_of("", "socket");
    std::filesystem::remove(file);
    base::HttpServer server("unix:" + file.string(), [](std::string_view path) {
        return base::HttpAnswer{200, "text/plain", std::string(path)};
    });
    const int client = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    file.string().copy(name.sun_path, sizeof name.sun_path - 1);
    if (::connect(client, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0) {
        std::abort();
    }
    ::send(client, request.data(), request.size(), MSG_NOSIGNAL);
    const auto steps = 3 + request.size() / 2048; // accepts, reads, answers
    for (std::size_t i = 0; i < steps; ++i) {
        server.work();
    }
    ::close(client);
}

void read_results(const std::string& text) {
    const auto file = file_of(text, "results.json");
    study::Result in_file;
    in_file.name = "n";
    in_file.file = file.filename();
    in_file.member = "errors/0/value";
    study::Result in_output;
    in_output.name = "m";
    in_output.text = "error";
    for (const auto& wanted : {in_file, in_output}) {
        try {
            study::results_of({wanted}, file.parent_path(), file.filename());
        } catch (const base::Error&) {
        }
    }
}

struct Reader {
    char letter;
    void (*read)(const std::string& text);
};

constexpr Reader readers[] = {
    {'D', [](const auto& text) { online::files::read_decisions(file_of(text, "decisions.json")); }},
    {'A', [](const auto& text) { online::files::read_attention(file_of(text, "attention.json")); }},
    {'C', read_components},
    {'P', [](const auto& text) { platform::parse_platform("platform.json", text); }},
    {'M', [](const auto& text) { platform::parse_application("model.json", text); }},
    {'R', [](const auto& text) { platform::parse_runs("runs.csv", text); }},
    {'S', [](const auto& text) { assembly::parse_script("script.rc", text); }},
    {'Y', [](const auto& text) { study::parse_study("study.json", text); }},
    {'T',
     [](const auto& text) {
         exchange::read_tau(file_of(text, "tau/profile.0.0.0").parent_path());
     }},
    {'H', [](const auto& text) { exchange::read_hatchet(file_of(text, "hatchet.json")); }},
    {'K', read_knowledge},
    {'L', [](const auto& text) { live::parse_state("127.0.0.1:9464", text); }},
    {'G', ask},
    {'X', [](const auto& text) { outline_of(text); }},
    {'F', [](const auto& text) { inside::read_stack_samples(file_of(text, "0-0.samples")); }},
    {'B', [](const auto& text) { inside::read_modules(file_of(text, "modules.json")); }},
    {'U',
     [](const auto& text) {
         const auto file = file_of(text, "records/0.symbols.json");
         inside::read_pack(rundir::RunDirectory::open(file.parent_path().parent_path()), 0);
     }},
    {'O', read_results},
    {'I',
     [](const auto& text) {
         gen::hot_functions(file_of(text, "callgraph.json").parent_path().string());
     }},
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const auto* const named =
        std::find_if(std::begin(readers), std::end(readers),
                     [&](const Reader& reader) { return reader.letter == char(*data); });
    const auto& chosen = named != std::end(readers) ? *named : readers[*data % std::size(readers)];
    try {
        chosen.read({reinterpret_cast<const char*>(data) + 1, size - 1});
    } catch (const base::Error&) {
    }
    return 0;
}
