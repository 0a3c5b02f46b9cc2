// output: @header@/sub
// expect: unwritable_output.hpp/sub
// expect: error:
class Port {
public:
    virtual ~Port() = default;
    virtual int open(int) = 0;
};
