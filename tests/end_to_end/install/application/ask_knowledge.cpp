#include <proxima/knowledge/knowledge_base.hpp>

int main(int argument_count, char** arguments) {
    if (argument_count < 2) {
        return 2;
    }
    using proxima::knowledge::KnowledgeBase;
    KnowledgeBase::open_or_create(arguments[1]);
    const auto runs = KnowledgeBase::open(arguments[1]).sql("SELECT * FROM runs");
    return runs.rows.empty() && !runs.names.empty() ? 0 : 1;
}
