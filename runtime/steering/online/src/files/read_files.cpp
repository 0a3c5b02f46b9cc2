// Reads attention.json and decisions.json.
#include "files/members.hpp"

#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>

namespace proxima::online::files {
namespace {

using base::LocatedJson;

class Reader {
public:
    explicit Reader(base::LocatedObject& json) : json_(json) {}

    void name(const char* key, std::string& value) { value = json_.name(key); }

    template <class Value>
    void operator()(const char* key, Value& value, bool = true) {
        json_.read(key, value);
    }
    void operator()(const char* key, std::vector<std::string>& texts) { texts = json_.texts(key); }
    void operator()(const char* key, std::optional<std::pair<double, double>>& interval) {
        if (const auto ends = json_.optional(key, LocatedJson::Kind::array)) {
            const auto values = ends->elements();
            if (values.size() != 2) {
                json_.fail(*ends, "an interval has two ends");
            }
            interval = {values[0].number(), values[1].number()};
        }
    }

    template <class Value>
    void list(const char* key, std::vector<Value>& values) {
        values = json_.objects(key, [](base::LocatedObject& one) { return read<Value>(one); });
    }

    // Rejects members that the structure has not.
    template <class Value>
    static Value read(base::LocatedObject& json) {
        Value value;
        Reader reader(json);
        visit(reader, value);
        json.refuse_others();
        return value;
    }

private:
    base::LocatedObject& json_;
};

template <class Value>
Value read_file(const std::filesystem::path& file, const char* what) {
    const LocatedJson json =
        base::parse_located_json(file, base::read_whole_file(file, base::Links::refused));
    base::LocatedObject object(file, json, what);
    object.require_format(1);
    return Reader::read<Value>(object);
}

} // namespace

AttentionFile read_attention(const std::filesystem::path& file) {
    return read_file<AttentionFile>(file, "a file of findings");
}

Decisions read_decisions(const std::filesystem::path& file) {
    return read_file<Decisions>(file, "a file of decisions");
}

} // namespace proxima::online::files
