#include <proxima/study/plan.hpp>

int main() {
    proxima::study::Study study;
    study.factors = {{"n", {"10", "20"}}};
    study.cases = {{}};
    return plan_of(study).combinations.size() == 2 ? 0 : 1;
}
