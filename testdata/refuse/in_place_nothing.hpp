// options: --config @name@.json --class text::Port
// expect: text::Port: none of its methods can be measured in place
namespace text {
class Port {
public:
    virtual ~Port() = default;
    virtual void print(const char* format, ...) = 0;
};
} // namespace text
