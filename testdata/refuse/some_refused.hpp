// status: 0
// expect: sealed::Port
// expect: private
namespace sealed {
class Port {
public:
    virtual ~Port() = default;

private:
    virtual int hidden() = 0;
};
class Open {
public:
    virtual ~Open() = default;
    virtual int open() = 0;
};
} // namespace sealed
