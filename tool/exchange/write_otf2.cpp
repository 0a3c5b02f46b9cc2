#include "exchange/regions.hpp"
#include "exchange/timeline.hpp"
#include "exchange/writers.hpp"

#include <proxima/base/error.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <functional>
#include <memory>
#include <otf2/otf2.h>
#include <set>
#include <system_error>
#include <unordered_map>

namespace proxima::exchange {
namespace {

using rundir::ParameterType;

constexpr std::uint64_t event_chunk_bytes = 1 << 18;
constexpr std::uint64_t definition_chunk_bytes = 4 << 20;
constexpr std::uint64_t bytes_of_invocation = 40; // in a trace
constexpr std::uint64_t bytes_of_value = 16;
constexpr std::uint64_t ticks_per_second = 1'000'000'000;
constexpr std::size_t most_texts = 1 << 16; // told apart: a trace defines each before its use

OTF2_FlushType flush_always(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
    return OTF2_FLUSH;
}

const OTF2_FlushCallbacks flush_callbacks{flush_always, nullptr};

OTF2_ErrorCode keep_quiet(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                          const char*, va_list) {
    return code;
}

// OTF2 3.0 does not report files that could not be written, and crashes later. Calls that succeed
// leave errno alone.
bool is_disk_trouble(int error) {
    return error == ENOSPC || error == EFBIG || error == EDQUOT || error == EIO;
}

// Numbers of texts, which definitions name.
class Strings {
public:
    Strings() { number(""); }

    OTF2_StringRef number(const std::string& text) {
        const auto [known, is_new] =
            numbers_.emplace(text, static_cast<OTF2_StringRef>(texts_.size()));
        if (is_new) {
            texts_.push_back(&known->first);
        }
        return known->second;
    }

    std::size_t size() const { return texts_.size(); }
    const std::string& text(std::size_t number) const { return *texts_[number]; }

private:
    std::unordered_map<std::string, OTF2_StringRef> numbers_;
    std::vector<const std::string*> texts_;
};

struct ArchiveClose {
    void operator()(OTF2_Archive* archive) const { OTF2_Archive_Close(archive); }
};
struct AttributesDelete {
    void operator()(OTF2_AttributeList* list) const { OTF2_AttributeList_Delete(list); }
};

class Otf2Writer final : public TimelineVisitor {
public:
    Otf2Writer(const rundir::RunDirectory& run, const std::filesystem::path& directory,
               std::shared_ptr<text::OutputLimit> limit)
        : directory_(directory), info_(rundir::readable_run_info(run).value_or(rundir::RunInfo())),
          regions_(rundir::recorded_methods(run)), limit_(std::move(limit)) {
        OTF2_Error_RegisterCallback(keep_quiet, nullptr);
        errno = 0;
        archive_.reset(OTF2_Archive_Open(directory.c_str(), "traces", OTF2_FILEMODE_WRITE,
                                         event_chunk_bytes, definition_chunk_bytes,
                                         OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE));
        if (!archive_) {
            refuse();
        }
        check(OTF2_Archive_SetFlushCallbacks(archive_.get(), &flush_callbacks, nullptr));
        check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_.get()));
        check(OTF2_Archive_SetCreator(archive_.get(), "Proxima"));
        check(OTF2_Archive_OpenEvtFiles(archive_.get()));
        communication_ = attribute("communication_ns", OTF2_TYPE_UINT64);
    }

    void begin(const TimelineSpan& span) override { span_ = span; }

    void begin_thread(const rundir::Thread& thread) override {
        regions_.begin_thread();
        locations_.push_back({thread.rank, thread.number, 0});
        events_ = OTF2_Archive_GetEvtWriter(archive_.get(), locations_.size() - 1);
        if (events_ == nullptr) {
            refuse();
        }
    }

    void end_thread(const rundir::Thread&) override {
        check(OTF2_EvtWriter_GetNumberOfEvents(events_, &locations_.back().events));
        check(OTF2_Archive_CloseEvtWriter(archive_.get(), events_));
    }

    void enter(const rundir::Thread& thread, const rundir::Record& record, double at_ns) override {
        const auto region = regions_.of(thread, record.call_path);
        follow_regions();
        const auto time = moment(at_ns);
        const auto& parameters = regions_.all()[region].parameters;
        if (limit_) {
            limit_->take(bytes_of_invocation + bytes_of_value * parameters.size());
        }
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (parameters[i].type == ParameterType::real && !record.is_missing(parameters[i])) {
                check(OTF2_AttributeList_AddDouble(attributes_.get(), columns_[region][i],
                                                   record.real(parameters[i])));
            }
        }
        check(OTF2_EvtWriter_Enter(events_, attributes_.get(), time,
                                   static_cast<OTF2_RegionRef>(region)));
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (!parameters[i].is_counter() && !record.is_missing(parameters[i])) {
                write_parameter(parameters[i], columns_[region][i], record, time);
            }
        }
    }

    void leave(const rundir::Thread& thread, const rundir::Record& record, double at_ns) override {
        const auto region = regions_.of(thread, record.call_path);
        const auto& parameters = regions_.all()[region].parameters;
        if (record.communication_ns > 0) {
            check(OTF2_AttributeList_AddUint64(
                attributes_.get(), communication_,
                static_cast<std::uint64_t>(std::llround(record.communication_ns))));
        }
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (parameters[i].is_counter()) {
                check(OTF2_AttributeList_AddUint64(attributes_.get(), columns_[region][i],
                                                   record.word(parameters[i])));
            }
        }
        check(OTF2_EvtWriter_Leave(events_, attributes_.get(), moment(at_ns),
                                   static_cast<OTF2_RegionRef>(region)));
    }

    void end() override {
        check(OTF2_Archive_CloseEvtFiles(archive_.get()));
        check(OTF2_Archive_OpenDefFiles(archive_.get()));
        for (std::size_t i = 0; i < locations_.size(); ++i) {
            auto* const local = OTF2_Archive_GetDefWriter(archive_.get(), i);
            check(OTF2_Archive_CloseDefWriter(archive_.get(), local));
        }
        check(OTF2_Archive_CloseDefFiles(archive_.get()));
        write_definitions();
        check(OTF2_Archive_Close(archive_.release()));
    }

private:
    struct Location {
        std::uint32_t rank = 0;
        std::uint64_t thread = 0;
        std::uint64_t events = 0;
    };

    void write_parameter(const rundir::RecordedParameter& parameter, std::uint32_t column,
                         const rundir::Record& record, OTF2_TimeStamp time) {
        switch (parameter.type) {
        case ParameterType::integer:
            return check(OTF2_EvtWriter_ParameterInt(events_, nullptr, time, column,
                                                     record.integer(parameter)));
        case ParameterType::unsigned_integer:
        case ParameterType::boolean:
            return check(OTF2_EvtWriter_ParameterUnsignedInt(events_, nullptr, time, column,
                                                             record.word(parameter)));
        case ParameterType::enumeration: {
            const auto* name = parameter.constant_name(record.integer(parameter));
            return write_text(name != nullptr ? *name : std::to_string(record.integer(parameter)),
                              column, time);
        }
        case ParameterType::text: {
            const auto value = record.text(parameter);
            return write_text(std::string(value.text) + (value.truncated ? "..." : ""), column,
                              time);
        }
        case ParameterType::real: // an attribute of Enter: OTF2 has no such parameters
        case ParameterType::missing:
            return;
        }
    }

    void write_text(const std::string& text, std::uint32_t column, OTF2_TimeStamp time) {
        const auto number = strings_.size() < most_texts ? strings_.number(text::clean_text(text))
                                                         : strings_.number("(other)");
        check(OTF2_EvtWriter_ParameterString(events_, nullptr, time, column, number));
    }

    void follow_regions() {
        for (auto next = columns_.size(); next < regions_.all().size(); ++next) {
            std::vector<std::uint32_t> columns;
            for (const auto& parameter : regions_.all()[next].parameters) {
                columns.push_back(column_of(parameter));
            }
            columns_.push_back(std::move(columns));
        }
    }

    std::uint32_t column_of(const rundir::RecordedParameter& parameter) {
        const auto name = text::clean_text(parameter.name);
        switch (parameter.type) {
        case ParameterType::real:
            return attribute(name, OTF2_TYPE_DOUBLE);
        case ParameterType::integer:
            return defined(parameters_, name, OTF2_PARAMETER_TYPE_INT64);
        case ParameterType::unsigned_integer:
        case ParameterType::boolean:
            return parameter.is_counter() ? attribute(name, OTF2_TYPE_UINT64)
                                          : defined(parameters_, name, OTF2_PARAMETER_TYPE_UINT64);
        case ParameterType::enumeration:
        case ParameterType::text:
        case ParameterType::missing:
            break;
        }
        return defined(parameters_, name, OTF2_PARAMETER_TYPE_STRING);
    }

    // Names with their types, in the order of their numbers.
    using Definitions = std::vector<std::pair<std::string, std::uint8_t>>;

    static std::uint32_t defined(Definitions& all, const std::string& name, std::uint8_t type) {
        const auto known = std::find(all.begin(), all.end(), std::pair(name, type));
        const auto number = static_cast<std::uint32_t>(known - all.begin());
        if (known == all.end()) {
            all.emplace_back(name, type);
        }
        return number;
    }
    std::uint32_t attribute(const std::string& name, OTF2_Type type) {
        return defined(attribute_definitions_, name, type);
    }

    OTF2_TimeStamp moment(double at_ns) const {
        return static_cast<OTF2_TimeStamp>(std::llround(std::max(at_ns - span_.origin_ns(), 0.0)));
    }

    void write_definitions() {
        auto* const out = OTF2_Archive_GetGlobalDefWriter(archive_.get());
        if (out == nullptr) {
            refuse();
        }
        write_clock(out);
        define_places(out);
        define_regions(out);
        define_values(out);
        for (std::size_t i = 0; i < strings_.size(); ++i) {
            check(OTF2_GlobalDefWriter_WriteString(out, static_cast<OTF2_StringRef>(i),
                                                   strings_.text(i).c_str()));
        }
        for (const auto& definition : definitions_) {
            check(definition());
        }
        check(OTF2_Archive_CloseGlobalDefWriter(archive_.get(), out));
    }

    void write_clock(OTF2_GlobalDefWriter* out) {
        const auto start = info_.clock.start.realtime_ns;
        check(OTF2_GlobalDefWriter_WriteClockProperties(
            out, ticks_per_second, moment(span_.first_ns),
            moment(span_.last_ns) - moment(span_.first_ns) + 1,
            start > 0 ? static_cast<std::uint64_t>(start) + moment(span_.first_ns)
                      : OTF2_UNDEFINED_TIMESTAMP));
    }

    void define_places(OTF2_GlobalDefWriter* out) {
        const auto host = text::clean_text(info_.ranks == 1 ? info_.host : "");
        define([=, name = strings_.number(host.empty() ? "run" : host),
                type = strings_.number("machine")] {
            return OTF2_GlobalDefWriter_WriteSystemTreeNode(out, 0, name, type,
                                                            OTF2_UNDEFINED_SYSTEM_TREE_NODE);
        });
        std::set<std::uint32_t> ranks;
        for (std::size_t i = 0; i < locations_.size(); ++i) {
            const auto location = locations_[i];
            if (ranks.insert(location.rank).second) {
                define([=, name = strings_.number(fmt::format("rank {}", location.rank))] {
                    return OTF2_GlobalDefWriter_WriteLocationGroup(
                        out, location.rank, name, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                        OTF2_UNDEFINED_LOCATION_GROUP);
                });
            }
            define([=, name = strings_.number(fmt::format("thread {}", location.thread))] {
                return OTF2_GlobalDefWriter_WriteLocation(
                    out, i, name, OTF2_LOCATION_TYPE_CPU_THREAD, location.events, location.rank);
            });
        }
    }

    void define_regions(OTF2_GlobalDefWriter* out) {
        for (std::size_t i = 0; i < regions_.all().size(); ++i) {
            const auto& region = regions_.all()[i];
            const auto colon = region.location.rfind(':');
            std::uint32_t line = 0;
            if (colon != std::string::npos) {
                const auto* const end = region.location.data() + region.location.size();
                std::from_chars(region.location.data() + colon + 1, end, line);
            }
            define([=, name = strings_.number(text::clean_text(region.name)),
                    canonical =
                        strings_.number(text::clean_text(region.port + ": " + region.signature)),
                    file = strings_.number(text::clean_text(region.location.substr(0, colon))),
                    paradigm = region.port == "MPI" ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER] {
                return OTF2_GlobalDefWriter_WriteRegion(
                    out, static_cast<OTF2_RegionRef>(i), name, canonical, 0,
                    OTF2_REGION_ROLE_FUNCTION, paradigm, OTF2_REGION_FLAG_NONE, file, line, 0);
            });
        }
    }

    void define_values(OTF2_GlobalDefWriter* out) {
        for (std::size_t i = 0; i < parameters_.size(); ++i) {
            define([=, type = parameters_[i].second, name = strings_.number(parameters_[i].first)] {
                return OTF2_GlobalDefWriter_WriteParameter(out, static_cast<OTF2_ParameterRef>(i),
                                                           name, type);
            });
        }
        for (std::size_t i = 0; i < attribute_definitions_.size(); ++i) {
            const auto* const help = i == communication_ ? "spent communicating" : "";
            define([=, type = attribute_definitions_[i].second, text = strings_.number(help),
                    name = strings_.number(attribute_definitions_[i].first)] {
                return OTF2_GlobalDefWriter_WriteAttribute(out, static_cast<OTF2_AttributeRef>(i),
                                                           name, text, type);
            });
        }
    }

    // Queues a definition, which is written behind the strings that it names: readers do not look
    // ahead.
    void define(std::function<OTF2_ErrorCode()> definition) {
        definitions_.push_back(std::move(definition));
    }

    void check(OTF2_ErrorCode code) {
        if (is_disk_trouble(errno)) {
            static_cast<void>(archive_.release()); // closing it would crash
            refuse(std::generic_category().message(errno));
        }
        if (code != OTF2_SUCCESS) {
            refuse(OTF2_Error_GetDescription(code));
        }
    }
    [[noreturn]] void refuse(const std::string& why = "OTF2 refuses") const {
        throw base::Error(directory_,
                          "the trace cannot be written: " + why + "; check the space on its disk");
    }

    std::filesystem::path directory_;
    rundir::RunInfo info_;
    Regions regions_;
    std::unique_ptr<OTF2_Archive, ArchiveClose> archive_;
    std::unique_ptr<OTF2_AttributeList, AttributesDelete> attributes_{OTF2_AttributeList_New()};
    OTF2_EvtWriter* events_ = nullptr;
    std::vector<Location> locations_;
    Strings strings_;
    Definitions parameters_, attribute_definitions_;
    std::vector<std::vector<std::uint32_t>> columns_; // by region: the columns of its values
    OTF2_AttributeRef communication_ = 0;
    std::vector<std::function<OTF2_ErrorCode()>> definitions_;
    TimelineSpan span_;
    std::shared_ptr<text::OutputLimit> limit_;
};

} // namespace

const char* why_no_otf2() {
    return nullptr;
}

rundir::ReadOutcome write_otf2(const rundir::RunDirectory& run,
                               const std::filesystem::path& directory,
                               const std::shared_ptr<text::OutputLimit>& limit,
                               const rundir::ProgressListener& progress) {
    Otf2Writer writer(run, directory, limit);
    return read_timeline(run, writer, progress);
}

} // namespace proxima::exchange
