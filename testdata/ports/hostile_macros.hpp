/// Macros with ordinary names, as X11, Qt and the C library define them: generated code must not
/// trip over them.
#pragma once

#define None 0L
#define Bool int
#define Status int
#define True 1
#define False 0
#define Success 0
#define Always 2
#define emit
#define signals public
#define slots
#define foreach for
#define interface struct
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define major(dev) ((dev) >> 8)
#define minor(dev) ((dev) & 0xff)
#define check(x) (x)

namespace hostile {

interface Display {
signals:
    virtual ~Display() = default;
    virtual Status draw(Bool on, int level) = 0;
    virtual Bool poll() slots = 0;
};

} // namespace hostile
