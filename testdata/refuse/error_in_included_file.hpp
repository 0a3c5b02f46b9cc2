// expect: broken_part.inc:1:
// expect: error_in_included_file.hpp: error:
#include "broken_part.inc"
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
