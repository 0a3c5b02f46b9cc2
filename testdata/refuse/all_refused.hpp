// The message names the refused class; it is an error because no other class remains.
// expect: sealed::Port
// expect: final
// expect: error:
namespace sealed {
class Port final {
public:
    virtual ~Port() = default;
    virtual int shut() = 0;
};
} // namespace sealed
