// options: --class *Port
// expect: Port
// expect: anonymous namespace
namespace {
class Port { // refused here
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
} // namespace
