#include "commands.hpp"
namespace proxima::cli {

int run_records(const RecordsOptions&, Output&) {
    return 0;
}

} // namespace proxima::cli
