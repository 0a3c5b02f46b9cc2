// Without a selection, what is refused is said, and it is an error only because nothing else
// remains. expect: sealed::Port expect: error:
namespace sealed {
class Port {
public:
    virtual ~Port() = default;

private:
    virtual int hidden() = 0;
};
} // namespace sealed
