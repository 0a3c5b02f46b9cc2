#include <proxima/gather/extrap_file.hpp>

int main() {
    const auto measured = proxima::gather::parse_extrap(
        "flux.jsonl",
        R"({"params": {"Q": 1000}, "callpath": "flux", "metric": "time", "value": 1.2})");
    return measured.size() == 1 ? 0 : 1;
}
