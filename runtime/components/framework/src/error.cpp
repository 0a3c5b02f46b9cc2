#include <proxima/framework/error.hpp>

#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <typeinfo>

namespace proxima::framework {
namespace {

std::string type_of_current_exception() {
    const std::type_info* const type = abi::__cxa_current_exception_type();
    if (type == nullptr) {
        return "something";
    }
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(type->name(), nullptr, nullptr, &status), &std::free);
    return name == nullptr ? type->name() : name.get();
}

} // namespace

Error::Error(ErrorKind kind, const std::string& message)
    : std::runtime_error(message), kind_(kind) {
}

Error::~Error() = default;

std::string message_of_current_exception() {
    try {
        throw;
    } catch (const std::exception& error) {
        return error.what();
    } catch (const char* const text) {
        return text == nullptr ? "a null pointer" : text;
    } catch (const std::string& text) {
        return text;
    } catch (const int number) {
        return "the number " + std::to_string(number) + ", which is no std::exception";
    } catch (...) {
        return "a " + type_of_current_exception() + ", which is no std::exception";
    }
}

} // namespace proxima::framework
