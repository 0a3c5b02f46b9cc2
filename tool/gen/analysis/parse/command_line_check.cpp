#include "analysis/parse/command_line_check.hpp"

#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/Utils.h>

namespace proxima::gen {

bool is_understood(const std::vector<std::string>& arguments) {
    std::vector<const char*> line;
    line.reserve(arguments.size() + 2);
    for (const std::string& argument : arguments) {
        line.push_back(argument.c_str());
    }
    line.push_back("-fsyntax-only");
    line.push_back("/proxima-gen/nothing.cpp");
    clang::IgnoringDiagConsumer silent;
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
        clang::CompilerInstance::createDiagnostics(
            llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>().get(), &silent, false);
    clang::CreateInvocationOptions options;
    options.Diags = diagnostics;
    const std::shared_ptr<clang::CompilerInvocation> invocation =
        clang::createInvocation(line, options);
    if (invocation == nullptr || diagnostics->hasErrorOccurred()) {
        return false;
    }
    const llvm::IntrusiveRefCntPtr<clang::TargetInfo> target = clang::TargetInfo::CreateTargetInfo(
        *diagnostics, std::make_shared<clang::TargetOptions>(invocation->getTargetOpts()));
    return target != nullptr && !diagnostics->hasErrorOccurred();
}

} // namespace proxima::gen
