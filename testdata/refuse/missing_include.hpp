// expect: 'no_such_header.hpp' file not found
// expect: error: .*missing_include.hpp does not parse
#include "no_such_header.hpp" // refused here
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
