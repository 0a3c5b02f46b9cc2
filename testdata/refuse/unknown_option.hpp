// status: 2
// options: --frobnicate
// expect: --frobnicate
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
