struct PortClass {
    virtual ~PortClass() = default;
    virtual void f() = 0;
};
