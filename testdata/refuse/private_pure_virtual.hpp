// options: --class sealed::Port
// expect: sealed::Port
// expect: private
namespace sealed {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;

private:
    virtual int hidden() = 0; // refused here
};
} // namespace sealed
