/// A method with a calling convention of its own, as headers shared with Windows have.
#pragma once

#if defined(__x86_64__)
#define ACME_CALL __attribute__((ms_abi))
#else
#define ACME_CALL
#endif

namespace acme {

class Plugin {
public:
    virtual ~Plugin() = default;
    virtual int ACME_CALL version(int major, double minor) = 0;
    virtual int ACME_CALL notify(int(ACME_CALL* callback)(int), int value) = 0;
    virtual int plain(int value) const = 0;
};

} // namespace acme
