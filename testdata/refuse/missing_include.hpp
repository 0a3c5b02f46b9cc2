// expect: 'there_is_no_such_file.hpp' file not found
// not: Unknown
// expect: error: .*missing_include.hpp does not parse
#include "there_is_no_such_file.hpp" // refused here
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
    virtual void read(Unknown& unknown) = 0;
};
