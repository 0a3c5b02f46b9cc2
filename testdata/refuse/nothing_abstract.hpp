// expect: error: no class in .*nothing_abstract.hpp can be given a proxy
namespace concrete {
class Port {
public:
    int open() { return 1; }
};
} // namespace concrete
