// options: --config @name@.json
// expect: factory::Factory::make\(\): .* raw pointer; .*"owned": "make".*"borrowed": "make"
namespace factory {
class Solver {
public:
    virtual ~Solver() = default;
    virtual double solve(double right_hand_side) = 0;
};
class Factory {
public:
    virtual ~Factory() = default;
    virtual Solver* make() = 0;
};
} // namespace factory
