// expect: error: .*no
namespace concrete {
class Port {
public:
    int open() { return 1; }
};
} // namespace concrete
