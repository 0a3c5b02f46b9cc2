// options: --class Local
// expect: it is local to a function
inline auto make() {
    struct Port { // refused here
        virtual ~Port() = default;
        virtual int open() = 0;
    };
    return static_cast<Port*>(nullptr);
}
template <class T>
struct Pointee;
template <class T>
struct Pointee<T*> {
    using type = T;
};
using Local = Pointee<decltype(make())>::type;
