// options: --class linear::Operator
// expect: linear::Operator
// expect: template
namespace linear {
template <class Scalar>
class Operator { // refused here
public:
    virtual ~Operator() = default;
    virtual Scalar apply(Scalar x) = 0;
};
} // namespace linear
