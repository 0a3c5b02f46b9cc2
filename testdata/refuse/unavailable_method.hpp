// options: --class old::Port
// expect: old::Port: open\(\) marked unavailable
namespace old {
class Port {
public:
    virtual ~Port() = default;
    __attribute__((unavailable)) virtual int open() = 0; // refused here
};
} // namespace old
