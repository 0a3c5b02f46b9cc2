# cmake -DNPM= -DNODE= -DWEB=folder -DWORK=folder -DOUTPUT=page_parts.cpp -P build_page.cmake
#
# Bundles the page in a copy of its sources, so that these stay clean. What is missing is no error of
# the build.
set(missing "")
if(NOT NPM OR NOT NODE)
    set(missing "npm was not found")
else()
    file(COPY "${WEB}/" DESTINATION "${WORK}")
    execute_process(COMMAND "${NPM}" ci --ignore-scripts --no-audit --no-fund --fetch-retries=1
        WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(NOT status EQUAL 0)
        set(missing "npm ci failed (no registry in reach?); run it in ${WORK} to see why")
    endif()
endif()
if(missing)
    message("proxima view will have no page: ${missing}")
    file(WRITE "${OUTPUT}" [[
#include "view/page.hpp"
namespace proxima::view {
PageParts page_parts() {
    return {};
}
} // namespace proxima::view
]])
else()
    execute_process(COMMAND "${NODE}" bundle.mjs "${OUTPUT}" WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
endif()
