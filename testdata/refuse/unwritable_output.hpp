// Said before work starts: the parse error of this header is not reached.
// output: @header@/sub
// expect: unwritable_output.hpp/sub
// expect: error:
// not: unknown type name
class Port {
public:
    virtual ~Port() = default;
    virtual int open(Unknown) = 0;
};
