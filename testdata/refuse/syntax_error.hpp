// expect: unknown type name 'Matrix'
// expect: error: .*syntax_error.hpp does not parse
namespace broken {
class Port {
public:
    virtual ~Port() = default;
    virtual int apply(const Matrix& matrix) = 0; // refused here
};
} // namespace broken
