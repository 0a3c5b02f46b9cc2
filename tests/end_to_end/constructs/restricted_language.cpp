#include "no_rtti_no_exceptions/no_rtti_no_exceptions.proxy.hpp"
#include "same_behaviour.hpp"

namespace {

using construct::note;

TEST(RestrictedLanguage, NoRttiNoExceptions) {
    struct Target : embedded::Port {
        int read(const std::string& name, std::vector<int> values) override {
            return static_cast<int>(name.size() + values.size());
        }
        void write(int channel, double value) noexcept override { note(channel, value); }

    protected:
        int status() const override { return 3; }
    };
    construct::expect_same<Target>(
        +[](embedded::Port& port) {
            note(port.read("four", {1, 2}), port.current());
            port.write(5, 0.5);
        },
        {{"read", 1}, {"write", 1}, {"status", 1}});
}

} // namespace
