// options: --config @name@.json
// expect: factory::Solver, which is only declared here; .*--prelude
namespace factory {
class Solver;
class Factory {
public:
    virtual ~Factory() = default;
    virtual Solver* make() = 0;
};
} // namespace factory
