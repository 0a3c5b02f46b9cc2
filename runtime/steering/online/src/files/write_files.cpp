#include "files/write_files.hpp"

#include "files/members.hpp"

#include <nlohmann/json.hpp>

namespace proxima::online::files {
namespace {

using Json = nlohmann::ordered_json;

struct Writer {
    Json json = Json::object();

    void name(const char* key, const std::string& value) { json[key] = value; }

    template <class Value>
    void operator()(const char* key, const Value& value, bool is_known = true) {
        if (is_known) {
            json[key] = value;
        }
    }
    void operator()(const char* key, const std::optional<std::pair<double, double>>& interval) {
        if (interval) {
            json[key] = {interval->first, interval->second};
        }
    }

    template <class Value>
    void list(const char* key, std::vector<Value>& values) {
        json[key] = Json::array();
        for (Value& value : values) {
            Writer one;
            visit(one, value);
            json[key].push_back(std::move(one.json));
        }
    }
};

template <class Value>
std::string text_of(Value& value) {
    Writer file;
    file.json["format"] = 1;
    visit(file, value);
    return file.json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace

std::string to_json(AttentionFile attention) {
    return text_of(attention);
}

std::string to_json(Decisions decisions) {
    return text_of(decisions);
}

} // namespace proxima::online::files
