/// Arguments that can only be moved, by value and by rvalue reference.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace jobs {

class Queue {
public:
    virtual ~Queue() = default;
    virtual int push(std::unique_ptr<int> job) = 0;
    virtual int push_all(std::vector<std::unique_ptr<int>> list) = 0;
    virtual void take(std::unique_ptr<int>&& job, bool really) = 0;
    virtual void look(const std::unique_ptr<int>& job) const = 0;
    virtual void replace(std::unique_ptr<int>& job) = 0;
};

} // namespace jobs
