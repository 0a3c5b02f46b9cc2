// A smart pointer to the port would not destroy the proxy that it is given.
// options: --config @name@.json
// expect: virtual destructor|destructor[^.]*not virtual
#include <memory>
namespace factory {
class Solver {
public:
    virtual double solve(double right_hand_side) = 0;
    ~Solver() {}
};
class Factory {
public:
    virtual ~Factory() = default;
    virtual std::unique_ptr<Solver> make_solver() = 0;
};
} // namespace factory
