// options: --class linear::Operator<int>
// expect: linear::Operator<int>
// expect: floating point only
namespace linear {
template <class Scalar>
class Operator {
public:
    static_assert(static_cast<Scalar>(0.5) != Scalar(), "floating point only");
    virtual ~Operator() = default;
    virtual Scalar apply(Scalar x) = 0;
};
} // namespace linear
