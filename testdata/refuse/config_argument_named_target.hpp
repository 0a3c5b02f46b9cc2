// options: --config @name@.json
// expect: `target` is the measured port, and an argument of move\(\) has the same name
struct Port {
    virtual ~Port() = default;
    virtual int move(int target) = 0;
};
