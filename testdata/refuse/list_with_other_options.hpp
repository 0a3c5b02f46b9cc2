// status: 2
// options: --list --check g++
// expect: --check
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
