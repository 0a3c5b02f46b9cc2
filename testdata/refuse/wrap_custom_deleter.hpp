// options: --config @name@.json
// expect: is owned by a smart pointer with a deleter of its own
#include <memory>
namespace solve {
class Solver {
public:
    virtual ~Solver() = default;
    virtual int run() = 0;
};
struct Release {
    void operator()(Solver* solver) const;
};
class Factory {
public:
    virtual ~Factory() = default;
    virtual std::unique_ptr<Solver, Release> make() = 0;
};
} // namespace solve
