// calls: find 1
// calls: distance 1
// calls: print 1
// calls: what 1
// calls: visit 2
// calls: at 1
// calls: registry 1
// calls: flag 1
#include "standard_types.proxy.hpp"
#include "same_behaviour.hpp"

#include <algorithm>

using construct::note;
using namespace std::chrono_literals;

namespace {

class Target : public daily::Port {
public:
    const char* what() const noexcept override { return "target"; }
    Names::const_iterator find(const Names& names, Names::size_type from) override {
        return std::find(names.begin() + static_cast<std::ptrdiff_t>(from), names.end(), "b");
    }
    std::ptrdiff_t distance(std::list<double>::iterator first,
                            std::list<double>::iterator last) override {
        return std::distance(first, last);
    }
    std::ostream& print(std::ostream& out, std::string_view text, std::FILE*) const override {
        return out << text;
    }
    std::optional<std::string> name(std::optional<std::string_view> name) override {
        return name ? std::optional<std::string>(std::string(*name) + "!") : std::nullopt;
    }
    int visit(const std::variant<int, double, std::string>& value) override {
        return static_cast<int>(value.index());
    }
    daily::Clock::time_point at(std::chrono::milliseconds delay,
                                daily::Clock::time_point from) override {
        return from + delay;
    }
    std::tuple<int, double&, const char*> tie(std::tuple<int&&, double&>&& values,
                                              std::pair<const char*, int> last) override {
        return {std::get<0>(values) + last.second, std::get<1>(values), last.first};
    }
    int sum(std::initializer_list<std::pair<const std::string, int>> list) override {
        int total = 0;
        for (const auto& entry : list)
            total += entry.second;
        return total;
    }
    std::unordered_map<std::string, std::shared_ptr<const Port>>& registry() override {
        return registry_;
    }
    std::function<void(std::unique_ptr<int>)>
    callback(const std::map<int, std::less<>>& map) override {
        return
            [size = map.size()](std::unique_ptr<int> value) { note("called with", *value, size); };
    }
    long year(const std::tm* time, std::time_t now) override {
        return time->tm_year + static_cast<long>(now);
    }
    std::wstring wide(const std::wstring& text, const std::u16string& other) override {
        return text + std::wstring(other.size(), L'x');
    }
    std::vector<bool>::const_reference flag(std::vector<bool>::const_iterator where) override {
        return *where;
    }

private:
    std::unordered_map<std::string, std::shared_ptr<const Port>> registry_;
};

void script(daily::Port& port) {
    const std::exception& exception = port;
    const daily::Port::Names names = {"b", "a", "b"};
    note(exception.what(), port.find(names, 1) - names.begin());
    std::list<double> values = {1, 2, 3};
    note(port.distance(values.begin(), values.end()));
    std::ostringstream out;
    note(&port.print(out, "text", nullptr) == &out, out.str(), *port.name("name"),
         port.name({}).has_value());
    note(port.visit(2.5), port.visit(std::string("s")));
    note((port.at(250ms, daily::Clock::time_point()) - daily::Clock::time_point()) / 1ms);
    int one = 1;
    double two = 2;
    const auto tied = port.tie(std::tuple<int&&, double&>(std::move(one), two), {"three", 3});
    note(std::get<0>(tied), &std::get<1>(tied) == &two, std::get<2>(tied));
    note(port.sum({{"a", 1}, {"b", 2}}), port.registry().size());
    port.callback({{1, {}}})(std::make_unique<int>(4));
    std::tm time{};
    time.tm_year = 126;
    note(port.year(&time, 1900), port.wide(L"w", u"ab").size());
    const std::vector<bool> flags = {false, true};
    note(port.flag(flags.begin() + 1));
}

} // namespace

int main() {
    return construct::same_behaviour<daily::Port, Target, proxima::Proxy<daily::Port>>(script);
}
