// status: 2
// options: --pmpi --class Port
// expect: --class
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
