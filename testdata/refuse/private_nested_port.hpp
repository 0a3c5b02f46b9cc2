// options: --class outer::Engine::Port
// expect: outer::Engine::Port
// expect: private|non-public
namespace outer {
class Engine {
    class Port { // refused here
    public:
        virtual ~Port() = default;
        virtual int open() = 0;
    };

public:
    int power = 1;
};
} // namespace outer
