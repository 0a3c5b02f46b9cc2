/// Types of the standard library, whose real names are longer than what headers write.
#pragma once

#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace daily {

using Clock = std::chrono::steady_clock;

class Port : public std::enable_shared_from_this<Port>, public std::exception {
public:
    typedef std::vector<std::string> Names;
    virtual Names::const_iterator find(const Names& names, Names::size_type from) = 0;
    virtual std::iterator_traits<std::list<double>::iterator>::difference_type
    distance(std::list<double>::iterator first, std::list<double>::iterator last) = 0;
    virtual std::ostream& print(std::ostream& out, std::string_view text, std::FILE* log) const = 0;
    virtual std::optional<std::string> name(std::optional<std::string_view> name) = 0;
    virtual int visit(const std::variant<int, double, std::string>& value) = 0;
    virtual Clock::time_point at(std::chrono::milliseconds delay, Clock::time_point from) = 0;
    virtual std::tuple<int, double&, const char*> tie(std::tuple<int&&, double&>&& values,
                                                      std::pair<const char*, int> last) = 0;
    virtual int sum(std::initializer_list<std::pair<const std::string, int>> list) = 0;
    virtual std::unordered_map<std::string, std::shared_ptr<const Port>>& registry() = 0;
    virtual std::function<void(std::unique_ptr<int>)>
    callback(const std::map<int, std::less<>>& map) = 0;
    virtual long year(const std::tm* time, std::time_t now) = 0;
    virtual std::wstring wide(const std::wstring& text, const std::u16string& other) = 0;
    virtual std::vector<bool>::const_reference flag(std::vector<bool>::const_iterator where) = 0;
};

} // namespace daily
