// options: --template linear::Operator --config @name@.json
// expect: error: no member named 'no_such_member' in 'linear::Vector'
namespace linear {
template <class Number>
struct Base {
    int rows() const;
};
template <class Number>
struct Vector : Base<Number> {
    Number norm() const;
};
template <class Number>
class Operator {
public:
    virtual ~Operator() = default;
    virtual void apply(const Vector<Number>& x, Vector<Number>& y) = 0;
};
} // namespace linear
