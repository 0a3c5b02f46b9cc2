// options: --class journal::Port
// expect: journal::Port
// expect: variadic
// expect: print
namespace journal {
class Port {
public:
    virtual ~Port() = default;
    virtual int print(const char* format, ...) = 0; // refused here
};
} // namespace journal
