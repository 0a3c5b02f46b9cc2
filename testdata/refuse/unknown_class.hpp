// options: --class flux::FluxPrt
// expect: flux::FluxPrt
// expect: flux::FluxPort
namespace flux {
class FluxPort {
public:
    virtual ~FluxPort() = default;
    virtual double compute(int n) = 0;
};
class Unrelated {
public:
    virtual ~Unrelated() = default;
    virtual double compute(int n) = 0;
};
} // namespace flux
