// Methods, call paths and invocations, as record files define them.
//
//     #include <proxima/rundir/record_reader.hpp>
//     struct Printer : rundir::RecordVisitor {
//         void records(const rundir::Thread& thread, const rundir::Record* first,
//                      std::size_t count) override {
//             for (const auto* record = first; record != first + count; ++record) {
//                 for (const auto& parameter : thread.method(*record).parameters) {
//                     std::cout << rundir::text_of(parameter, *record) << ' ';
//                 }
//             }
//         }
//     };
//
// Units: nanoseconds since the start of the run.
// Ownership: values, except Record, which points into the reader's buffer.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/format/column.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::rundir {

using ParameterType = format::ColumnType;

constexpr auto parameter_type_names = format::column_type_names;

/// The unit of a counter; none marks a parameter.
enum class CounterUnit : std::uint8_t { none, count, nanoseconds };

/// A column of a method's records: a parameter or a counter.
struct RecordedParameter : format::Column {
    CounterUnit counter = CounterUnit::none;
    std::size_t first_word = 0; ///< index of its value in Record::parameters

    // The word and the bit that tell whether its value is missing; no bit if it never is.
    std::size_t missing_word = 0;
    std::uint64_t missing_bit = 0;

    bool is_counter() const { return counter != CounterUnit::none; }

    /// The name of an enumeration's value, or null.
    const std::string* constant_name(std::int64_t value) const;
};

/// A measured method of a port.
struct RecordedMethod {
    std::string port;      ///< qualified: `ns::FluxPort`
    std::string name;      ///< `compute`
    std::string signature; ///< `double compute(int, const std::vector<double> &)`
    std::string location;  ///< `flux_port.hpp:12`
    std::vector<RecordedParameter> parameters; ///< counters come last
    std::size_t parameter_words = 0; ///< also of the word that tells which values are missing

    /// The number of parameters without the counters.
    std::size_t parameter_count() const {
        std::size_t count = 0;
        while (count < parameters.size() && !parameters[count].is_counter()) {
            ++count;
        }
        return count;
    }

    /// The words of the parameters, which come first.
    std::size_t words_without_counters() const {
        const auto count = parameter_count();
        return count == parameters.size() ? parameter_words : parameters[count].first_word;
    }

    /// The parameter that bins use; null if there is none.
    const RecordedParameter* first_parameter() const {
        return parameter_count() == 0 ? nullptr : &parameters.front();
    }

    /// `ns::FluxPort::compute`
    std::string qualified_name() const { return port + "::" + name; }

    /// `(int, const std::vector<double> &)`, from the signature.
    std::string parameter_types() const { return format::parameter_types(signature, name); }
};

/// True if both are the same method; overloads differ.
bool is_same_method(const RecordedMethod& left, const RecordedMethod& right);

/// The name of `method` for people, with parameter types if `methods` has an overload of it.
std::string display_name(const RecordedMethod& method, const std::vector<RecordedMethod>& methods);

/// The names of a connection. Takes next to no memory without one, as most call paths are.
class RecordedBinding {
public:
    RecordedBinding() = default;
    RecordedBinding(std::string user, std::string uses_port, std::string provides_port);

    const format::BindingNames* operator->() const {
        return names_ ? names_.get() : &format::no_binding;
    }
    bool operator==(const RecordedBinding& other) const;

private:
    std::shared_ptr<const format::BindingNames> names_;
};

/// A call path on one thread: a method of an instance, called from another call path or from
/// outside.
struct CallPath {
    static constexpr std::size_t no_parent = static_cast<std::size_t>(-1);

    std::size_t parent = no_parent; ///< index of a call path defined earlier
    std::size_t method = 0;
    std::string instance;
    RecordedBinding binding = {};
    bool is_stand_in = false; ///< open on another thread, which handed work over: has no records
};

/// The first bytes of a text, and whether there were more.
struct TextValue {
    std::string_view text;
    bool truncated = false;
};

/// One completed invocation.
struct Record {
    std::size_t call_path = 0;
    double start_ns = 0;
    double duration_ns = 0;
    double communication_ns = 0;
    double end_ns = 0; ///< start_ns + duration_ns + the runtime's own time in between
    const std::uint64_t* parameters = nullptr; ///< RecordedMethod::parameter_words words

    /// True if the value could not be read; what word(), real() and text() return is void then.
    bool is_missing(const RecordedParameter& parameter) const {
        return parameter.missing_bit != 0 &&
               (parameters[parameter.missing_word] & parameter.missing_bit) != 0;
    }
    std::uint64_t word(const RecordedParameter& parameter) const {
        return parameters[parameter.first_word];
    }
    std::int64_t integer(const RecordedParameter& parameter) const {
        return static_cast<std::int64_t>(word(parameter));
    }
    double real(const RecordedParameter& parameter) const;
    TextValue text(const RecordedParameter& parameter) const;
};

/// The number that a recorded word of a number, truth value or enumeration stands for.
inline double number_of(ParameterType type, std::uint64_t word) {
    switch (type) {
    case ParameterType::unsigned_integer:
        return static_cast<double>(word);
    case ParameterType::real:
        return std::bit_cast<double>(word);
    case ParameterType::boolean:
        return word != 0 ? 1 : 0;
    default:
        return static_cast<double>(static_cast<std::int64_t>(word));
    }
}

/// Text for people: `12`, `true`, the name of an enumeration's value, or a text; `...` marks a text
/// that was cut. A value that is missing is `missing`.
std::string text_of(const RecordedParameter& parameter, const Record& record);

} // namespace proxima::rundir
