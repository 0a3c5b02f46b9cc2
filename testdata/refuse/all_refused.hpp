// What is refused is said; it is an error because nothing else remains.
// expect: sealed::Port
// expect: private
// expect: error:
namespace sealed {
class Port {
public:
    virtual ~Port() = default;

private:
    virtual int hidden() = 0;
};
} // namespace sealed
