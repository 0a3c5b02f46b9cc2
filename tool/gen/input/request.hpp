// The input of one run, checked before any work.
#pragma once

#include "input/configuration.hpp"
#include "input/options.hpp"

namespace proxima::gen {

struct Request {
    Options options;                      // each header named once
    GeneratorConfiguration configuration; // the command line's classes and templates included
};

// Throws base::Error if a header is missing, two headers would share an output file, or the
// configuration cannot be read.
Request read_request(const Options& options);

} // namespace proxima::gen
