// calls: put 3
// calls: set 7
// calls: get 2
// calls: add 1
#include "ambiguous_overloads.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using sampling::Sample;
using sampling::Sink;

namespace {

class Recorder : public Sink {
public:
    std::string put(Sample sample) override { return "value " + std::to_string(sample.value); }
    std::string put(const Sample& sample) override {
        return "const& " + std::to_string(sample.value);
    }
    std::string put(Sample&& sample) override { return "&& " + std::to_string(sample.value); }
    std::string set(int value) override { return "int " + std::to_string(value); }
    std::string set(long value) override { return "long " + std::to_string(value); }
    std::string set(unsigned char value) override {
        return "unsigned char " + std::to_string(value);
    }
    std::string set(bool value) override { return "bool " + std::to_string(value); }
    std::string set(const char* value) override { return std::string("text ") + value; }
    std::string set(std::nullptr_t) override { return "nullptr"; }
    std::string set(int value, int base) override {
        return std::to_string(value) + " base " + std::to_string(base);
    }
    std::string get(int index) override { return "mutable " + std::to_string(index); }
    std::string get(int index) const override { return "const " + std::to_string(index); }
    std::string add(const int& value) override { return "virtual " + std::to_string(value); }
};

void script(Sink& port) {
    using ByValue = std::string (Sink::*)(Sample);
    using ByReference = std::string (Sink::*)(const Sample&);
    using ByRvalue = std::string (Sink::*)(Sample&&);
    using OneInteger = std::string (Sink::*)(int);
    Sample sample;
    sample.value = 4;
    note((port.*static_cast<ByValue>(&Sink::put))(sample));
    note((port.*static_cast<ByReference>(&Sink::put))(sample));
    note((port.*static_cast<ByRvalue>(&Sink::put))(std::move(sample)));

    note((port.*static_cast<OneInteger>(&Sink::set))(1));
    note(port.set(2L));
    note(port.set(static_cast<unsigned char>(3)));
    note(port.set(true));
    note(port.set("five"));
    note(port.set(nullptr));
    note(port.set(7, 16));

    note(port.get(8), const_cast<const Sink&>(port).get(9));

    using Add = std::string (Sink::*)(const int&);
    int value = 10;
    note((port.*static_cast<Add>(&Sink::add))(value), port.add(value));
}

} // namespace

int main() {
    return construct::same_behaviour<Sink, Recorder, proxima::Proxy<Sink>>(script);
}
