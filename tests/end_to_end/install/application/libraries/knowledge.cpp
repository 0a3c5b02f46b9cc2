#include <proxima/knowledge/knowledge_base.hpp>

int main() {
    using proxima::knowledge::KnowledgeBase;
    KnowledgeBase::open_or_create("proxima.kb");
    const auto runs = KnowledgeBase::open("proxima.kb").sql("SELECT * FROM runs");
    return runs.rows.empty() && !runs.names.empty() ? 0 : 1;
}
