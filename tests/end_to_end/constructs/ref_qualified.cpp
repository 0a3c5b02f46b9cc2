// calls: text 4
// calls: release 1
// calls: append 1
#include "ref_qualified.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

using construct::note;

namespace {

class TextBuilder : public build::Builder {
public:
    TextBuilder() { current = this; }
    std::string text() & override { return "& " + text_; }
    std::string text() const& override { return "const& " + text_; }
    std::string text() && override { return "&& " + text_; }
    std::string text() const&& override { return "const&& " + text_; }
    std::string&& release(int) && override { return std::move(text_); }
    Builder& append(const std::string& part) & override {
        text_ += part;
        return *this;
    }
    std::string text_;
    static TextBuilder* current;
};

TextBuilder* TextBuilder::current = nullptr;

void script(build::Builder& port) {
    const build::Builder& constant = port;
    note(&port.append("beam") == TextBuilder::current);
    note(port.text(), constant.text());
    note(std::move(port).text(), std::move(constant).text());
    std::string&& released = std::move(port).release(3);
    note(&released == &TextBuilder::current->text_, released);
}

} // namespace

int main() {
    return construct::same_behaviour<build::Builder, TextBuilder, proxima::Proxy<build::Builder>>(
        script);
}
