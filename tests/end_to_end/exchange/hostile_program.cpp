// A measured program whose names would break what does not escape them: quotes, markup, control
// characters, separators of the formats, bytes that are not UTF-8.
#include <proxima/invocation.hpp>
#include <proxima/method_info.hpp>

#include <cstdint>

namespace {

#define HOSTILE "\"'\\\n\r\x1b[31m\x01<b>&amp;</b>;,{}=> $(touch marker) % \xff\xc3\x28"

constexpr proxima::Parameter parameters[] = {
    {"n" HOSTILE, "long", proxima::ParameterType::integer},
    {"text", "const char *", proxima::ParameterType::text}};
proxima::MethodInfo<std::int64_t, proxima::Text> record{
    "call" HOSTILE, "void call" HOSTILE "(long)", "file" HOSTILE ":1", parameters};
proxima::Method* const methods[] = {&record};
proxima::PortInfo port{"ns::Port" HOSTILE, methods, 1};

void call(const proxima::Instance& outer, const proxima::Instance* inner, std::int64_t n) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(
        mark, record, outer.site(0), [&] { return n; }, [] { return proxima::Text(HOSTILE); });
    if (inner != nullptr) {
        call(*inner, nullptr, n + 1);
    }
}

} // namespace

int main() {
    const proxima::Instance outer(port, "=outer" HOSTILE);
    const proxima::Instance inner(port, "inner => " HOSTILE);
    for (std::int64_t n = 1; n < 4; ++n) {
        call(outer, &inner, n);
    }
}
