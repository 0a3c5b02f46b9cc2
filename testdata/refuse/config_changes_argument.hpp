// options: --config @name@.json
// expect: read-only|const
// expect: the arguments of run\(\) are n, s, `result` is its result, `target` is the port
struct Sized {
    int next() { return ++value; }
    int value = 0;
};
struct Port {
    virtual ~Port() = default;
    virtual int run(int n, Sized& s) = 0;
};
