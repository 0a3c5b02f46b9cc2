// options: --class hardware::Register
// expect: read\(\) volatile, so it cannot use the members of a proxy; measure it in place
namespace hardware {

class Register {
public:
    virtual ~Register() = default;
    virtual unsigned read() volatile = 0; // refused here
};

} // namespace hardware
