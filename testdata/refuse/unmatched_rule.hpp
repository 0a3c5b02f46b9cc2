// status: 0
// options: --config @name@.json
// expect: unmatched_rule.json:4:[0-9]+: warning: .*old::[*]
// expect: unmatched_rule.json:7:[0-9]+: warning: .*flux::Port::shut
namespace flux {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
} // namespace flux
