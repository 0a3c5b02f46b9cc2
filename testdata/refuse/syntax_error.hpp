// expect: unknown type name 'Matrix'
// expect: syntax_error.hpp: error:
namespace broken {
class Port {
public:
    virtual ~Port() = default;
    virtual int apply(const Matrix& matrix) = 0; // refused here
};
} // namespace broken
