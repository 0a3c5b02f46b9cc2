// Which classes get a proxy: the ordered rules over the classes of a translation unit.
#pragma once

#include "analysis/parse/translation_unit.hpp"
#include "input/configuration.hpp"

#include <set>
#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
}

namespace proxima::gen {

struct SelectedClass {
    const clang::CXXRecordDecl* record;
    bool asked_for; // by its exact name: then being refused is an error, and being concrete is not
    std::vector<std::string> names; // that the configuration has for it, as spelt there
};

struct Selection {
    std::vector<SelectedClass> classes;
    std::vector<std::string> class_names; // of all classes of the translation unit
    std::vector<SkippedClass> unusable;   // names without a possible proxy
    std::vector<SkippedClass> skipped;    // of the header, when everything abstract is selected
    std::set<std::string> found;          // the patterns that matched
};

// Without rules: every abstract class defined in the header. With rules the last that matches
// decides; patterns with wildcards take abstract classes of the header, exact names any
// polymorphic class that the header makes known, and instances of templates.
Selection select_classes(TranslationUnit& unit, const std::string& header,
                         const GeneratorConfiguration& configuration);

} // namespace proxima::gen
