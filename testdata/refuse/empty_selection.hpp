// options: --class other::*
// expect: other::[*]
// expect: error:
namespace flux {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
} // namespace flux
