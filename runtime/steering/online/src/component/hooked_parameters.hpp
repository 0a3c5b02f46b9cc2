// Parameters with an effect: a function runs whenever one is set.
#pragma once

#include <proxima/framework/parameters.hpp>

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::online {

class HookedParameters final : public framework::ParameterPort {
public:
    // Runs after a field has been set. Its exceptions reach the caller of set().
    using Hook = std::function<void(std::string_view field, const std::string& value)>;

    explicit HookedParameters(Hook hook) : hook_(std::move(hook)) {}

    framework::Parameters& own() noexcept { return own_; }

    std::vector<framework::ParameterField> fields() const override { return own_.fields(); }
    std::string get(std::string_view field) const override { return own_.get(field); }
    void set(std::string_view field, std::string_view value) override {
        {
            const std::lock_guard lock(mutex_);
            own_.set(field, value);
        }
        hook_(field, std::string(value));
    }

    // Reads a field that another thread may set meanwhile.
    template <class Value>
    Value value_of(const Value& field) const {
        const std::lock_guard lock(mutex_);
        return field;
    }

private:
    mutable std::mutex mutex_;
    framework::Parameters own_;
    Hook hook_;
};

} // namespace proxima::online
