// options: --class made::Port
// expect: made::Port
// expect: constructor
namespace made {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;

private:
    Port() = default;
    friend class Factory;
};
} // namespace made
