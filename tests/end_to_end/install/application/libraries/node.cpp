#include <proxima/base/error.hpp>
#include <proxima/node/global_view.hpp>

int main() {
    try {
        proxima::node::read_view("nowhere");
    } catch (const proxima::base::Error&) {
        return 0;
    }
    return 1;
}
