// options: --class remote::Object
// expect: remote::Object: Proxy\(\) has the name of the proxy's class
namespace remote {
class Object {
public:
    virtual ~Object() = default;
    virtual Object* Proxy() = 0; // refused here
};
} // namespace remote
