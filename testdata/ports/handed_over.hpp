/// Objects that methods hand over, in each way, or take: they are measured in place.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace store {

class File {
public:
    virtual ~File() = default;
    virtual int append(int bytes) = 0;
};

template <class Type>
class Own {
public:
    explicit Own(Type* pointer) : pointer_(pointer) {}
    Type* get() const { return pointer_; }

private:
    Type* pointer_;
};

struct Status {
    bool is_ok;
};

class Store {
public:
    virtual ~Store() = default;
    virtual Status open(const std::string& name, File** result) = 0;
    virtual Status create(const std::string& name, std::unique_ptr<File>* file) = 0;
    virtual std::unique_ptr<File> make(int bytes) = 0;
    virtual const std::shared_ptr<File>& share() const = 0;
    virtual Own<File> own() = 0;
    virtual std::vector<std::unique_ptr<File>> all() = 0;
    virtual const std::map<std::string, File*>& names() const = 0;
    virtual const File& root() const = 0;
    virtual File* find(int number) = 0;
    virtual std::unique_ptr<File> unseen() = 0;
    virtual int fill(File& file, int bytes) = 0;
};

} // namespace store
