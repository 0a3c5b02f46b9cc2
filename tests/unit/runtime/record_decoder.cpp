#include "record_decoder.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace decoder {

namespace {

class Input {
public:
    explicit Input(std::string_view bytes) : at_(bytes.data()), left_(bytes.size()) {}

    template <class Number>
    Number number() {
        Number result;
        std::memcpy(&result, take(sizeof result), sizeof result);
        return result;
    }

    std::string text() {
        const auto size = number<std::uint32_t>();
        return {take(size), size};
    }

    const char* take(std::size_t size) {
        if (size > left_) {
            throw std::runtime_error("cut short");
        }
        const char* const result = at_;
        at_ += size;
        left_ -= size;
        return result;
    }

    std::size_t left() const { return left_; }

    std::vector<std::uint64_t> stream(std::size_t count, bool may_recur = false) {
        std::vector<std::uint64_t> values;
        while (values.size() < count) {
            const std::size_t size = std::min<std::size_t>(64, count - values.size());
            const auto tag = number<std::uint8_t>();
            if (may_recur && tag == 15 && !values.empty()) {
                recur(values, size);
                continue;
            }
            const unsigned width = tag & 15U;
            const unsigned skipped = tag >> 4U & 7U;
            if (width + skipped > 8) {
                throw std::runtime_error("wrong tag");
            }
            const bool equal = (tag & 0x80U) != 0;
            const std::uint64_t first = value(width, skipped);
            for (std::size_t i = 0; i < size; ++i) {
                values.push_back(equal || i == 0 ? first : value(width, skipped));
            }
        }
        return values;
    }

private:
    void recur(std::vector<std::uint64_t>& values, std::size_t size) {
        const auto period = number<std::uint8_t>();
        if (period < 1 || period > 64) {
            throw std::runtime_error("wrong period");
        }
        for (std::size_t i = 0; i < size; ++i) {
            values.push_back(values[values.size() - period]);
        }
    }

    std::uint64_t value(unsigned width, unsigned skipped) {
        std::uint64_t result = 0;
        std::memcpy(&result, take(width), width);
        return width == 0 ? 0 : result << 8U * skipped;
    }

    const char* at_;
    std::size_t left_;
};

class Decoder {
public:
    void chunks(Input input, bool again) {
        while (input.left() >= 16) {
            const auto type = input.number<std::uint32_t>();
            const auto size = input.number<std::uint32_t>();
            input.number<std::uint64_t>(); // the hash has a test of its own
            if (size > input.left()) {
                return;
            }
            chunk(type, Input({input.take(size), size}), again);
        }
    }

    void columns(std::string_view ring) {
        Input header(ring);
        header.take(32);
        std::uint64_t offsets[7];
        for (std::uint64_t& offset : offsets) {
            offset = header.number<std::uint64_t>();
        }
        const auto chunk_bytes = header.number<std::uint64_t>();
        const auto block = header.number<std::uint64_t>();
        const auto count = header.number<std::uint64_t>();
        chunks(Input(ring.substr(offsets[6], chunk_bytes)), true);
        mpi_calls(ring);
        if (content.blocks > block) {
            return;
        }
        if (content.blocks < block) {
            throw std::runtime_error("a block before the columns is missing");
        }
        const auto column = [&](int number) { return Input(ring.substr(offsets[number])); };
        Input ends = column(0);
        Input starts = column(1);
        Input communication = column(2);
        Input nodes = column(3);
        Input first_words = column(4);
        Input more_words = column(5);
        for (std::uint64_t i = 0; i < count; ++i) {
            Invocation invocation{};
            invocation.thread = thread_;
            invocation.end = ends.number<std::uint64_t>();
            invocation.duration = invocation.end - starts.number<std::uint64_t>();
            invocation.communication = communication.number<std::uint64_t>();
            invocation.node = static_cast<std::uint32_t>(nodes.number<std::uint64_t>());
            const auto first = first_words.number<std::uint64_t>();
            for (std::size_t word = 0; word < types(invocation.node).size(); ++word) {
                invocation.words.push_back(word == 0 ? first : more_words.number<std::uint64_t>());
            }
            content.invocations.push_back(invocation);
        }
    }

    void mpi_calls(std::string_view ring) {
        Input header(ring.substr(288));
        const auto offset = header.number<std::uint64_t>();
        const auto room = header.number<std::uint64_t>();
        if (content.tells_mpi_calls || offset == 0) {
            return;
        }
        content.tells_mpi_calls = true;
        Input calls(ring.substr(offset));
        for (std::uint32_t node = 0; node < room; ++node) {
            if (const auto made = calls.number<std::uint64_t>(); made != 0) {
                content.mpi_calls[node] = made;
            }
        }
    }

    Content content;

private:
    const std::vector<std::uint8_t>& types(std::uint32_t node) const {
        return content.methods.at(content.nodes.at(node).method).word_types;
    }

    void chunk(std::uint32_t type, Input input, bool again) {
        if (type == 1) {
            thread_ = input.number<std::uint64_t>();
            content.threads += again ? 0 : 1;
        } else if (type == 2) {
            method(input);
        } else if (type == 3) {
            const auto node = input.number<std::uint32_t>();
            const auto parent = input.number<std::uint32_t>();
            const auto number = input.number<std::uint32_t>();
            const bool folded = input.number<std::uint32_t>() != 0;
            content.nodes[node] = {parent, number, folded, input.text()};
        } else if (type == 4) {
            block(input);
        } else if (type == 5) {
            content.ended = true;
            content.ended_with = input.number<std::uint64_t>();
        } else if (type == 6) {
            while (input.left() != 0) {
                const auto node = input.number<std::uint32_t>();
                const auto bin = input.number<std::int32_t>();
                content.statistics[{node, bin}] = input.number<Statistics>();
            }
        } else if (type == 7) {
            places_block_ = input.number<std::uint64_t>();
            const auto count = input.number<std::uint32_t>();
            input.number<std::uint32_t>();
            places_ = input.stream(count);
        } else if (type == 8) {
            content.tells_mpi_calls = true;
            while (input.left() != 0) {
                const auto node = input.number<std::uint32_t>();
                content.mpi_calls[node] = input.number<std::uint64_t>();
            }
        }
    }

    void method(Input input) {
        const auto number = input.number<std::uint32_t>();
        Method result;
        result.port = input.text();
        result.name = input.text();
        result.signature = input.text();
        result.location = input.text();
        const auto columns = input.number<std::uint32_t>();
        for (std::uint32_t i = 0; i < columns; ++i) {
            const auto type = input.number<std::uint8_t>();
            result.columns.push_back(input.text());
            input.text();
            result.word_types.insert(result.word_types.end(), type == 5 ? 4 : 1, type);
            const auto constants = input.number<std::uint32_t>();
            for (std::uint32_t constant = 0; constant < constants; ++constant) {
                input.number<std::int64_t>();
                input.text();
            }
        }
        content.methods[number] = result;
    }

    void block(Input input) {
        const auto sequence = input.number<std::uint64_t>();
        if (sequence < content.blocks) {
            return;
        }
        if (sequence != content.blocks) {
            throw std::runtime_error("a block is missing");
        }
        ++content.blocks;
        const auto count = input.number<std::uint32_t>();
        input.number<std::uint32_t>();
        auto end = input.number<std::uint64_t>();
        input.take(24);
        std::vector<Invocation> invocations(count);
        const auto ends = input.stream(count);
        const auto nodes = input.stream(count, true);
        std::map<std::uint32_t, std::vector<Invocation*>> of_nodes;
        for (std::size_t i = 0; i < count; ++i) {
            end += ends[i];
            const auto node = static_cast<std::uint32_t>(nodes[i]);
            invocations[i] = {thread_, node, end, 0, 0, {}, 0};
            of_nodes[node].push_back(&invocations[i]);
        }
        for (const auto& [node, of_node] : of_nodes) {
            columns_of_node(input, types(node), of_node);
        }
        for (std::size_t i = 0; sequence == places_block_ && i < places_.size(); ++i) {
            invocations.at(i).place = places_[i];
        }
        if (input.left() != 0) {
            throw std::runtime_error("a block has bytes left");
        }
        content.invocations.insert(content.invocations.end(), invocations.begin(),
                                   invocations.end());
    }

    static void columns_of_node(Input& input, const std::vector<std::uint8_t>& types,
                                const std::vector<Invocation*>& invocations) {
        const auto durations = input.stream(invocations.size());
        const auto communication = input.stream(invocations.size());
        for (std::size_t i = 0; i < invocations.size(); ++i) {
            invocations[i]->duration = durations[i];
            invocations[i]->communication = communication[i];
        }
        for (const std::uint8_t type : types) {
            const auto values = input.stream(invocations.size());
            const bool is_number = type == 0 || type == 1 || type == 4;
            std::uint64_t word = 0;
            for (std::size_t i = 0; i < invocations.size(); ++i) {
                word = is_number ? word + (values[i] >> 1U ^ (0 - (values[i] & 1U)))
                                 : word ^ values[i];
                invocations[i]->words.push_back(word);
            }
        }
    }

    std::uint64_t thread_ = 0;
    std::uint64_t places_block_ = 0;
    std::vector<std::uint64_t> places_;
};

} // namespace

std::string Content::path(std::uint32_t node) const {
    const Node& here = nodes.at(node);
    const std::string name = here.instance + "." + methods.at(here.method).name;
    return here.parent == 0 ? name : path(here.parent) + "/" + name;
}

Content decode(const std::string& record, const std::string& ring) {
    if (record.size() < 64 || record.compare(0, 8, std::string("\x89PXR\r\n\x1a\n", 8)) != 0) {
        throw std::runtime_error("no record file");
    }
    Decoder result;
    result.chunks(Input(std::string_view(record).substr(64)), false);
    if (!ring.empty()) {
        result.columns(ring);
    }
    return result.content;
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error("cannot read " + path);
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace decoder
