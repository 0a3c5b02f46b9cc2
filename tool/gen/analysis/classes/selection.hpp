// Selects the classes that get a proxy, by the ordered rules of the configuration.
#pragma once

#include "analysis/parse/translation_unit.hpp"
#include "input/configuration.hpp"

#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
}

namespace proxima::gen {

struct SelectedClass {
    const clang::CXXRecordDecl* record;
    bool asked_for;                 // named exactly: may be concrete; a refusal is an error
    std::vector<std::string> names; // its names in the configuration, as spelt there
};

struct Selection {
    std::vector<SelectedClass> classes;
    std::vector<SkippedClass> unusable; // names that can have no proxy
};

// Without rules: every abstract class defined in the header. With rules the last that matches
// decides; patterns with wildcards take abstract classes of the header, exact names any
// polymorphic class that the header makes known, and instances of templates. Stores the names of
// all classes, the skipped ones and the patterns that matched in `analysis`.
Selection select_classes(TranslationUnit& unit, const GeneratorConfiguration& configuration,
                         HeaderAnalysis& analysis);

} // namespace proxima::gen
