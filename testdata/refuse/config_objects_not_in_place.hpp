// options: --config @name@.json
// expect: leads to store::File, .*"store::File": {"in_place": true}
namespace store {
class File {
public:
    virtual ~File() = default;
    virtual int append(int bytes) = 0;
};
class Store {
public:
    virtual ~Store() = default;
    virtual File* open(int number) = 0;
};
} // namespace store
