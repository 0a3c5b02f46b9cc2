#include <proxima/base/student.hpp>

#include <cmath>

int main() {
    return std::abs(proxima::base::student_quantile(0.975, 10) - 2.2281) < 0.0001 ? 0 : 1;
}
