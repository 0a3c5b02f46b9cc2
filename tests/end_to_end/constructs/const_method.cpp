// calls: at 3
// calls: find 1
// calls: size 1
#include "const_method.proxy.hpp"
#include "same_behaviour.hpp"

#include <type_traits>
#include <utility>

using construct::note;

using Proxy = proxima::Proxy<table::Column>;
static_assert(std::is_same<decltype(std::declval<Proxy&>().at(0)), double&>::value, "");
static_assert(std::is_same<decltype(std::declval<const Proxy&>().at(0)), const double&>::value, "");

namespace {

class Triple : public table::Column {
public:
    double& at(int row) override {
        note("mutable");
        return values_[row];
    }
    const double& at(int row) const override {
        note("constant");
        return values_[row];
    }
    int find(const double value, const int from) const override {
        for (int row = from; row < size(); ++row)
            if (values_[row] == value)
                return row;
        return -1;
    }
    int size() const override { return 3; }

private:
    double values_[3] = {1, 2, 3};
};

void script(table::Column& port) {
    const table::Column& constant = port;
    port.at(1) = 7;
    note(constant.at(1), port.at(2), constant.find(7, 0));
    note(constant.size());
}

} // namespace

int main() {
    return construct::same_behaviour<table::Column, Triple, Proxy>(script);
}
