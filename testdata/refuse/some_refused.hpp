// status: 0
// expect: sealed::Port
// expect: final
namespace sealed {
class Port final {
public:
    virtual ~Port() = default;
    virtual int shut() = 0;
};
class Open {
public:
    virtual ~Open() = default;
    virtual int open() = 0;
};
} // namespace sealed
