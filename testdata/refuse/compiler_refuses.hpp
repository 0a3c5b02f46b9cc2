// Clang takes it, g++ does not.
// options: --check g++
// expect: g\+\+ refuses what would be generated: .*for Clang alone
#ifndef __clang__
#error for Clang alone
#endif
class Port {
public:
    virtual ~Port() = default;
    virtual int open(int n) = 0;
};
