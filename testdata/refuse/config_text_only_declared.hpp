// options: --config @name@.json
// expect: const parts::Label'; complete the type: PRELUDE [^ ]*declared_label.h
namespace parts {
class Label;
}
struct Store {
    virtual ~Store() = default;
    virtual int get(const parts::Label& key, const char* table) = 0;
};
