// options: --class counted::Port
// expect: counted::Port
// expect: destructor
// expect: deleted
namespace counted {
class Port {
public:
    virtual int open() = 0;
    virtual ~Port() = delete; // refused here
};
} // namespace counted
