#include "call_sites.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/detail/run_facts.hpp>

#include <exception>
#include <mutex>
#include <utility>

namespace proxima::measuring {

namespace {

std::vector<Column> columns_of(const SiteLabel& label) {
    const bool is_real = label.parameter_type == ColumnType::real;
    std::vector<Column> columns;
    for (const std::string& name : label.parameters) {
        columns.push_back({name.c_str(), is_real ? "double" : "long", label.parameter_type});
    }
    return columns;
}

std::mutex mutex;
__thread unsigned held = 0; // how often the thread holds it

} // namespace

Lock::Lock() noexcept {
    if (held++ == 0) {
        mutex.lock();
    }
}

Lock::~Lock() {
    if (--held == 0) {
        mutex.unlock();
    }
}

bool Lock::is_interrupted() noexcept {
    return held != 0 || detail::is_within_runtime();
}

CallSite::CallSite(SiteLabel label)
    : label_(std::move(label)), columns_(columns_of(label_)),
      method_(label_.name.c_str(), label_.type.c_str(), "", columns_.data(), columns_.size()),
      port_(label_.port, methods_, 1), instance_(port_, label_.group) {
}

std::string CallSite::full_name() const {
    return label_.type.empty() ? label_.name : label_.name + " " + label_.type;
}

void CallSite::add_variant(CallSite& variant) noexcept {
    variant.next_.store(next_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    next_.store(&variant, std::memory_order_release);
}

const CallSite* CallSite::at(Site site) const noexcept {
    const CallSite* variant = this;
    while (variant != nullptr && variant->site() != site) {
        variant = variant->next();
    }
    return variant;
}

CallSite& CallSites::find_or_add(const SiteLabel& label) {
    const Lock lock;
    CallSite*& site =
        by_label_[Key(label.port, label.name, label.type, label.group, label.parameters)];
    if (site == nullptr) {
        CallSite& added = sites_.emplace_back(label);
        by_site_[added.site()] = &added;
        const auto switched = groups_.find(label.group);
        added.enable(switched == groups_.end() ? all_enabled_ : switched->second);
        site = &added;
    }
    return *site;
}

CallSite& CallSites::variant(CallSite& of, const std::vector<std::string>& parameters) {
    const Lock lock;
    SiteLabel label = of.label();
    label.parameters = parameters;
    const std::size_t before = sites_.size();
    CallSite& found = find_or_add(label);
    if (sites_.size() != before) {
        of.add_variant(found);
    }
    return found;
}

const CallSite* CallSites::find(Site site) noexcept {
    const Lock lock;
    const auto found = by_site_.find(site);
    return found == by_site_.end() ? nullptr : found->second;
}

const std::string& CallSites::keep(std::string_view text) {
    const Lock lock;
    return *texts_.emplace(text).first;
}

void CallSites::enable_group(std::string_view name, bool enabled) {
    const Lock lock;
    groups_[std::string(name)] = enabled;
    for (CallSite& site : sites_) {
        if (site.label().group == name) {
            site.enable(enabled);
        }
    }
}

void CallSites::enable_all(bool enabled) {
    const Lock lock;
    all_enabled_ = enabled;
    groups_.clear();
    for (CallSite& site : sites_) {
        site.enable(enabled);
    }
}

CallSites& call_sites() noexcept {
    static detail::NoDestructor<CallSites> instance;
    return *instance;
}

void say_once(const std::string& line) noexcept {
    constexpr std::size_t most = 100;
    static detail::NoDestructor<std::set<std::string>> said;
    try {
        const Lock lock;
        if (said->size() < most && said->insert(line).second) {
            detail::say(line);
        }
    } catch (const std::exception&) { // no memory to say it
    }
}

} // namespace proxima::measuring
