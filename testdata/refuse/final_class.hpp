// options: --class closed::Port
// expect: closed::Port
// expect: final
namespace closed {
class Base {
public:
    virtual ~Base() = default;
    virtual int open() = 0;
};
class Port final : public Base { // refused here
public:
    int open() override { return 1; }
};
} // namespace closed
