// No class can implement both methods, so no proxy can.
// options: --class twice::Port
// expect: twice::Port
// expect: value
namespace twice {
class Whole {
public:
    virtual ~Whole() = default;
    virtual int value() = 0;
};
class Real {
public:
    virtual ~Real() = default;
    virtual double value() = 0;
};
class Port : public Whole, public Real {
public:
    virtual int open() = 0;
};
} // namespace twice
