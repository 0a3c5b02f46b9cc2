#include <proxima/platform/shares.hpp>

int main() {
    proxima::platform::Activity activity{2};
    activity.seconds = {0.1, 0, 0.06, 0.04};
    return shares_of_time(activity, {{0.1, 0}, {0.06, 0}}).size() == 2 ? 0 : 1;
}
