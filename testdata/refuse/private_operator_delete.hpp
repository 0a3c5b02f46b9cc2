// The destructor of a class derived from it would be deleted.
// options: --class pooled::Port
// expect: pooled::Port
// expect: destructor|operator delete|deleted function
#include <cstddef>
namespace pooled {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;

private:
    static void operator delete(void*, std::size_t) {}
};
} // namespace pooled
