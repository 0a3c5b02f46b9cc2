// A private type can be deduced from a method that has one overload, not from one that has several.
// options: --class sealed::Port
// expect: sealed::Port
// expect: private
// expect: Ticket
namespace sealed {
class Port {
    struct Ticket {
        int number;
    };

public:
    virtual ~Port() = default;
    virtual int serve(Ticket ticket) = 0; // refused here
    virtual int serve(int number) = 0;
    virtual int serve(const char* name) = 0;
};
} // namespace sealed
