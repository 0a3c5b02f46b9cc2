#include "instruments.hpp"

#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/invocation.hpp>
#include <proxima/measurement/connect.hpp>

#include <array>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#pragma GCC visibility push(default)
#include "source_sites.hpp"
#pragma GCC visibility pop

namespace proxima::measuring {
namespace {

constexpr std::size_t most_words = 8;

struct SourceParameter {
    std::string name;
    std::string type_name;
    ParameterType type;
};

// Reads "integer n, real x", which proxima-gen writes.
std::vector<SourceParameter> parameters_of(std::string_view text) {
    constexpr std::pair<std::string_view, ParameterType> types[] = {
        {"integer", ParameterType::integer},
        {"unsigned", ParameterType::unsigned_integer},
        {"real", ParameterType::real},
        {"boolean", ParameterType::boolean},
        {"missing", ParameterType::missing}}; // without a name, and the last one
    std::vector<SourceParameter> parameters;
    while (!text.empty() && parameters.size() < most_words) {
        const std::string_view item = text.substr(0, text.find(", "));
        text.remove_prefix(item.size() == text.size() ? item.size() : item.size() + 2);
        const std::size_t space = item.find(' ');
        for (const auto& [word, type] : types) {
            if (item.substr(0, space) == word) {
                parameters.push_back(
                    {std::string(item.substr(space + 1)), std::string(word), type});
            }
        }
    }
    return parameters;
}

// A place of an instrumented source. Lives as long as the process: the runtime refers to it.
class SourceSite {
public:
    explicit SourceSite(const proxima_source_site& site)
        : name_(site.name), signature_(site.signature), location_(site.location), kind_(site.kind),
          port_name_("proxima::source::" + kind_), described_(parameters_of(site.parameters)),
          parameters_(views_of(described_)),
          method_(name_.c_str(), signature_.c_str(), location_.c_str(), parameters_.data(),
                  parameters_.size()),
          port_(port_name_.c_str(), methods_, 1), instance_(port_, kind_) {}
    SourceSite(const SourceSite&) = delete;
    SourceSite& operator=(const SourceSite&) = delete;
    ~SourceSite() = default;

    const Method& method() const noexcept { return method_; }
    CallSite site() const noexcept { return instance_.site(0); }

private:
    static std::vector<Parameter> views_of(const std::vector<SourceParameter>& described) {
        std::vector<Parameter> views;
        for (const SourceParameter& parameter : described) {
            views.push_back({parameter.name.c_str(), parameter.type_name.c_str(), parameter.type});
        }
        return views;
    }

    std::string name_;
    std::string signature_;
    std::string location_;
    std::string kind_;
    std::string port_name_;
    std::vector<SourceParameter> described_;
    std::vector<Parameter> parameters_;
    Method method_;
    Method* const methods_[1]{&method_};
    PortInfo port_;
    Instance instance_;
};

// All places of the process; those with equal texts are one, such as an inline function's in two
// libraries.
struct SourceSites {
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;
    std::deque<SourceSite> all;
    std::map<Key, SourceSite*> by_texts;
};

SourceSites& source_sites() noexcept {
    static detail::NoDestructor<SourceSites> sites;
    return *sites;
}

SourceSite& find_or_add(const proxima_source_site& place) {
    instruments(); // installs the handlers of fork() for the lock
    const Lock lock;
    SourceSite*& site =
        source_sites()
            .by_texts[{place.kind, place.name, place.signature, place.location, place.parameters}];
    if (source_sites().all.empty()) {
        detail::limit_overhead_of_sources();
    }
    if (site == nullptr) {
        site = &source_sites().all.emplace_back(place);
    }
    return *site;
}

[[gnu::noinline]] const SourceSite* look_up(proxima_source_site& place) noexcept {
    if (Lock::is_interrupted()) {
        return nullptr;
    }
    const int error = errno;
    const SourceSite* site = nullptr;
    try {
        measurement::measurement(); // may configure the run
        site = &find_or_add(place);
        __atomic_store_n(&place.handle, static_cast<const void*>(site), __ATOMIC_RELEASE);
        __atomic_store_n(&place.active, site->method().mode_address(), __ATOMIC_RELEASE);
    } catch (const std::exception&) { // no memory: not measured
    }
    errno = error;
    return site;
}

template <std::size_t words>
bool leave(detail::Node* node, const unsigned long long* values) noexcept {
    std::array<std::uint64_t, words == 0 ? 1 : words> copy; // NOLINT: only what is used is set
    for (std::size_t i = 0; i < words; ++i) {
        copy[i] = values[i];
    }
    return detail::leave_node<words>(node, copy.data());
}

bool leave_shortly(detail::Node* node, const unsigned long long* values, int count) noexcept {
    switch (count) {
    case 0:
        return leave<0>(node, values);
    case 1:
        return leave<1>(node, values);
    case 2:
        return leave<2>(node, values);
    case 3:
        return leave<3>(node, values);
    case 4:
        return leave<4>(node, values);
    default:
        return false;
    }
}

} // namespace
} // namespace proxima::measuring

using namespace proxima;
using namespace proxima::measuring;

void* proxima_source_enter_1(struct proxima_source_site* place, const void* frame,
                             unsigned long long first_word) {
    const void* const known = __atomic_load_n(&place->handle, __ATOMIC_ACQUIRE);
    const auto* const site = __builtin_expect(known != nullptr, 1)
                                 ? static_cast<const SourceSite*>(known)
                                 : look_up(*place);
    if (site == nullptr || !site->method().active()) {
        return nullptr;
    }
    return detail::enter_node(site->site(), reinterpret_cast<std::uintptr_t>(frame), first_word);
}

void proxima_source_leave_1(void* entered, const unsigned long long* values, int count) {
    auto* const node = static_cast<detail::Node*>(entered);
    if (__builtin_expect(leave_shortly(node, values, count), 1)) {
        return;
    }
    if (node->start == detail::untimed) {
        detail::leave_untimed(node);
        return;
    }
    const std::uint64_t end = detail::counter();
    std::array<std::uint64_t, most_words> words{};
    for (int i = 0; i < count && i < static_cast<int>(most_words); ++i) {
        words[static_cast<std::size_t>(i)] = values[i];
    }
    detail::leave_slowly(node, end, count == 0 ? nullptr : words.data(),
                         static_cast<std::size_t>(count));
}
