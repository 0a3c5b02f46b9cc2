#include "ambiguous_overloads/ambiguous_overloads.proxy.hpp"
#include "operators/operators.proxy.hpp"
#include "ref_qualified/ref_qualified.proxy.hpp"
#include "same_behaviour.hpp"

#include <type_traits>
#include <utility>

namespace {

using construct::note;

TEST(Overloads, RefQualified) {
    struct TextBuilder : build::Builder {
        std::string text() & override { return "& " + text_; }
        std::string text() const& override { return "const& " + text_; }
        std::string text() && override { return "&& " + text_; }
        std::string text() const&& override { return "const&& " + text_; }
        std::string&& release(int) && override { return std::move(text_); }
        Builder& append(const std::string& part) & override {
            text_ += part;
            return *this;
        }
        std::string text_;
    };
    construct::expect_same<TextBuilder>(
        +[](build::Builder& port) {
            auto& target = static_cast<TextBuilder&>(proxima::unwrap(port));
            const build::Builder& constant = port;
            note(&port.append("beam") == &target);
            note(port.text(), constant.text());
            note(std::move(port).text(), std::move(constant).text());
            std::string&& released = std::move(port).release(3);
            note(&released == &target.text_, released);
        },
        {{"text", 4}, {"release", 1}, {"append", 1}});
}

TEST(Overloads, AmbiguousOverloads) {
    using sampling::Sample;
    using sampling::Sink;

    struct Recorder : Sink {
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
    construct::expect_same<Recorder>(
        +[](Sink& port) {
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
        },
        {{"put", 3}, {"set", 7}, {"get", 2}, {"add", 1}});
}

TEST(Overloads, Operators) {
    using algebra::Element;

    struct Scalar : Element {
        bool operator==(const Element& other) const override { return *other == value_; }
        bool operator<(int other) const override { return value_ < other; }
        Element& operator+=(double value) override {
            value_ += value;
            return *this;
        }
        Element& operator=(double value) override {
            value_ = value;
            return *this;
        }
        double operator()(double x, double y) const override { return value_ * x + y; }
        double operator()() override { return value_; }
        double& operator[](std::size_t index) override { return values_[index]; }
        Element& operator++() override {
            ++value_;
            return *this;
        }
        double operator++(int) override { return value_++; }
        double operator-() const override { return -value_; }
        double operator-(double other) const override { return value_ - other; }
        bool operator!() const override { return value_ == 0; }
        double operator*() const override { return value_; }
        const double* operator->() const override { return &value_; }
        Element& operator<<(int value) override {
            value_ += 100 * value;
            return *this;
        }
        double operator,(int value) override { return value_ + value; }
        const void* operator&() const override { return &value_; }

    private:
        double value_ = 2;
        double values_[2] = {6, 7};
    };
    construct::expect_same<Scalar>(
        +[](Element& port) {
            port = 3.0;
            port += 0.5;
            note(*port, port(2, 1), port(), port < 4);
            port[1] = 8;
            note(port[1]);
            ++port;
            note(port++, -port, port - 1.5, !port);
            port << 2;
            note(*port.operator->(), (port, 1), &port != nullptr);
            const Scalar other;
            note(port == other);
        },
        {{"operator=", 1}, {"operator()", 2}, {"operator,", 1}, {"operator&", 1}});
}

} // namespace
