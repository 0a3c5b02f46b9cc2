// options: --class observe::Port
// expect: observe::Port
// expect: virtual base
// expect: Named
// expect: construct
namespace observe {
class Named {
public:
    explicit Named(const char* name) : name_(name) {}
    virtual ~Named() = default;
    const char* name() const { return name_; }

private:
    const char* name_;
};
class Port : public virtual Named {
public:
    Port() : Named("port") {}
    virtual int open() = 0;
};
} // namespace observe
