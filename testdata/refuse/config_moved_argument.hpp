// options: --config @name@.json
// expect: `values` is moved into sum\(\)
#include <vector>
class Port {
public:
    virtual ~Port() = default;
    virtual double sum(std::vector<double> values) = 0;
};
