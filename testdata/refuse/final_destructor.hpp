// options: --class sealed::Port
// expect: sealed::Port: its destructor is final
namespace sealed {
class Port {
public:
    virtual ~Port() final = default; // refused here
    virtual int open() = 0;
};
} // namespace sealed
