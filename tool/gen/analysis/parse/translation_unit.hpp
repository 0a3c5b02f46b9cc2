// One port header, parsed by Clang and kept open, so that more text can be parsed behind it.
//
// Keeping the parser open is what makes the self-check cheap: generated code is parsed in the
// translation unit that already holds the port header, so no header is read twice.
#pragma once

#include "model/port_model.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInstance;
class CXXRecordDecl;
class Decl;
class FunctionDecl;
class QualType;
class Sema;
class SourceLocation;
class SourceManager;
} // namespace clang

namespace proxima::gen {

// Clang's messages about parsed text; positions follow #line directives.
struct Diagnostic {
    std::string message;
    SourcePosition position;
};

// The position in a file, macros expanded; empty for a location in no file.
SourcePosition position_of(const clang::SourceManager& sources, clang::SourceLocation location);

// The file and line of a declaration, which identify it.
SourcePosition position_of(const clang::Decl& declaration);

// True for functions of the standard library, and for methods of its classes.
bool is_in_std(const clang::FunctionDecl& function);

// The class of a type, or of the pattern that a dependent type will instantiate; null for others.
const clang::CXXRecordDecl* class_of(clang::QualType type);

// The arguments as Clang takes them; valid as long as `arguments`.
std::vector<const char*> c_strings(const std::vector<std::string>& arguments);

// Not thread-safe; different instances may be used by different threads at once.
class TranslationUnit {
public:
    struct Source {
        std::string header;                 // existing file, as named by the user
        std::vector<std::string> preludes;  // included before the header, in order
        std::vector<std::string> arguments; // complete driver command line without an input file
    };

    // Parses the preludes and the header. Skips function bodies except those of polymorphic
    // classes. Throws base::Error if Clang's driver does not understand the command line.
    explicit TranslationUnit(Source source);
    ~TranslationUnit();
    TranslationUnit(const TranslationUnit&) = delete;
    TranslationUnit& operator=(const TranslationUnit&) = delete;

    // False if the header has errors, which diagnostics_text() shows as Clang does.
    bool header_parsed() const;
    std::string diagnostics_text() const;

    // Parses more text, function bodies included, and returns the errors found in it.
    std::vector<Diagnostic> parse(std::string_view name, std::string_view text);

    clang::CompilerInstance& compiler();
    clang::ASTContext& context();
    clang::Sema& sema();

    // The spelling of `path` for a user's #include, with quotes or angle brackets.
    std::string include_spelling(const std::string& path);
    // Spellings for the preludes and for the header itself.
    std::vector<std::string> include_spellings();

    // Every file read so far, for dependency files.
    std::vector<std::string> dependencies() const;

private:
    struct Implementation;

    Source source_;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace proxima::gen
