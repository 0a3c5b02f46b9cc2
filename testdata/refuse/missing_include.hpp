// expect: 'no_such_header.hpp' file not found
// expect: missing_include.hpp: error:
#include "no_such_header.hpp" // refused here
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
