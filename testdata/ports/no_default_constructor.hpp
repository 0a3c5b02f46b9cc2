/// Ports without a default constructor: the arguments after the instance name go to the port's
/// constructor.
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace storage {

class Array {
public:
    Array(std::string label, std::unique_ptr<int> size)
        : label_(std::move(label)), size_(std::move(size)) {}
    explicit Array(int size) : label_("array"), size_(new int(size)) {}
    virtual ~Array() = default;
    virtual double get(int index) const = 0;
    const std::string& label() const { return label_; }
    int size() const { return *size_; }

private:
    std::string label_;
    std::unique_ptr<int> size_;
};

class Archive {
protected:
    explicit Archive(const char* path) : path_(path) {}

public:
    virtual ~Archive() = default;
    virtual int store(int value) = 0;
    const char* path() const { return path_; }

private:
    const char* path_;
};

} // namespace storage
