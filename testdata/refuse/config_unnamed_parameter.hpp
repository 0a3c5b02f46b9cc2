// options: --config @name@.json
// expect: a recorded parameter needs a name
class Port {
public:
    virtual ~Port() = default;
    virtual int open(int way) = 0;
};
