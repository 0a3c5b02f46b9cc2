// options: --class owned::Port --config @name@.json
// expect: what would measure it does not compile: .*'parts::Gear'; complete the type: PRELUDE [^ ]*owned_part.h
#pragma once
#include <memory>
namespace parts {
class Gear;
}
namespace owned {
struct Port { // refused here
    virtual ~Port() = default;
    virtual std::unique_ptr<parts::Gear> make(int n) const = 0;
};
} // namespace owned
