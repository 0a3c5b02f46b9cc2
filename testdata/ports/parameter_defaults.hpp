/// Parameters recorded when nothing is configured: numbers, truth values, enumerators, sizes of
/// containers, short strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace capture {

enum class Mode { sequential, strided = 5 };

class Port {
public:
    virtual ~Port() = default;
    virtual void whole(int a, unsigned long b, std::int8_t c, char d, std::size_t e) = 0;
    virtual void real(double a, float b) = 0;
    virtual void truth(bool a, Mode mode) = 0;
    virtual void sizes(const std::vector<double>& v, std::vector<int> w, std::string name) = 0;
    virtual void opaque(void* p, const Port& port, double* values) = 0;
    virtual void by_reference(const int& a, double& out) = 0;
};

} // namespace capture
