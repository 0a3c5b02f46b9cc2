// options: --class absent::Port
// expect: absent::Port
// expect: not defined
namespace absent {
class Port; // refused here
class Other {
public:
    virtual ~Other() = default;
    virtual int use(Port& port) = 0;
};
} // namespace absent
