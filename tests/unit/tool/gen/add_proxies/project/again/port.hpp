struct Port {
    virtual ~Port() = default;
    virtual void f() = 0;
};
