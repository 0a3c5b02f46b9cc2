// What is refused is said; it is an error because nothing else remains.
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
