// Reports on their way between ranks.
#include "report.hpp"

#include <proxima/format/bytes.hpp>

#include <type_traits>

namespace proxima::mpi {

namespace {

using format::ByteReader;
using ByteWriter = format::Bytes;

template <class Value>
void put(ByteWriter& bytes, const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>, "written as it is in memory");
    bytes.put(value);
}

void put(ByteWriter& bytes, const std::string& text) {
    bytes.put_string(text);
}

void put(ByteWriter& bytes, const CommunicatorKey& key) {
    const auto& [name, size, first, last, inter] = key;
    bytes.put_string(name).put(size).put(first).put(last).put(inter);
}

void put(ByteWriter& bytes, const std::pair<int, int>& ranks) {
    bytes.put(ranks.first).put(ranks.second);
}

template <class Value>
void get(ByteReader& bytes, Value& value) {
    bytes.get(value);
}

void get(ByteReader& bytes, std::string& text) {
    text = bytes.get_string();
}

void get(ByteReader& bytes, CommunicatorKey& key) {
    auto& [name, size, first, last, inter] = key;
    name = bytes.get_string();
    bytes.get(size);
    bytes.get(first);
    bytes.get(last);
    inter = bytes.get<std::uint8_t>() != 0;
}

void get(ByteReader& bytes, std::pair<int, int>& ranks) {
    bytes.get(ranks.first);
    bytes.get(ranks.second);
}

template <class Key, class Value>
void put_map(ByteWriter& bytes, const std::map<Key, Value>& values) {
    bytes.put(static_cast<std::uint64_t>(values.size()));
    for (const auto& [key, value] : values) {
        put(bytes, key);
        put(bytes, value);
    }
}

template <class Key, class Value>
void get_map(ByteReader& bytes, std::map<Key, Value>& values) {
    const std::uint64_t count = bytes.get_count(sizeof(Value));
    for (std::uint64_t i = 0; i < count; ++i) {
        Key key;
        get(bytes, key);
        get(bytes, values[key]);
    }
}

} // namespace

std::string to_bytes(const Report& report) {
    ByteWriter bytes;
    bytes.put(report.size).put_string(report.library).put_string(report.thread_level);
    bytes.put(report.untracked);
    put_map(bytes, report.routines);
    put_map(bytes, report.communicators);
    put_map(bytes, report.ranks);
    put_map(bytes, report.partners);
    return {bytes.data(), bytes.size()};
}

Report report_from(const std::string& text) {
    ByteReader bytes(text);
    Report report;
    bytes.get(report.size);
    report.library = bytes.get_string();
    report.thread_level = bytes.get_string();
    bytes.get(report.untracked);
    get_map(bytes, report.routines);
    get_map(bytes, report.communicators);
    get_map(bytes, report.ranks);
    get_map(bytes, report.partners);
    return report;
}

} // namespace proxima::mpi
