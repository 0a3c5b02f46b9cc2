// options: --class closed::Port
// expect: closed::Port
// expect: open
// expect: final
namespace closed {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() final = 0; // refused here
};
} // namespace closed
