// The library does not load: this function is undefined.
#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

int function_of_a_library_that_is_missing();

namespace heat {

class Unloadable : public proxima::framework::Component {
public:
    void set_services(proxima::framework::Services&) override {
        function_of_a_library_that_is_missing();
    }
};

} // namespace heat

PROXIMA_COMPONENT(Unloadable, heat::Unloadable)
