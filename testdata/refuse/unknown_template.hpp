// options: --template flux::Operatr
// expect: flux::Operatr
// expect: flux::Operator
namespace flux {
template <class Scalar>
class Operator {
public:
    virtual ~Operator() = default;
    virtual Scalar compute(int n) = 0;
};
} // namespace flux
