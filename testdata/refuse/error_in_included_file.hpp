// expect: broken_part.inc:1:
// expect: error: .*error_in_included_file.hpp does not parse
#include "broken_part.inc"
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
};
