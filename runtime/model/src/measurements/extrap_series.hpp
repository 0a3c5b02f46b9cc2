// Measurements by call path and metric while a file of Extra-P is read.
#pragma once

#include <proxima/model/extrap_file.hpp>
#include <proxima/model/point_table.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace proxima::model {

class ExtrapSeries {
public:
    /// Of one call path and metric.
    struct Series {
        std::filesystem::path file;
        std::string metric;
        std::vector<std::string> parameters;
        std::size_t first_line = 0;
        std::unique_ptr<PointTable> table;

        /// Throws Error where `value` is negative: nothing that is measured costs less than none.
        void add(const std::vector<double>& at, double value, std::size_t line);
    };

    explicit ExtrapSeries(const std::filesystem::path& file) : file_(file) {}

    /// Made with these parameters where it is new.
    Series& series_of(const std::string& path, const std::string& metric,
                      const std::vector<std::string>& parameters, std::size_t line);

    /// The last name of a path is the method, what comes before the component.
    std::vector<Measurements> measurements(Statistic statistic) const;

private:
    const std::filesystem::path& file_;
    std::map<std::pair<std::string, std::string>, Series> series_;
};

/// Each adds what is in `text`, and throws Error.
void read_extrap_lines(const std::filesystem::path& file, std::string_view text,
                       ExtrapSeries& series);
void read_extrap_text(const std::filesystem::path& file, std::string_view text,
                      ExtrapSeries& series);
void read_extrap_json(const std::filesystem::path& file, std::string_view text,
                      ExtrapSeries& series);

} // namespace proxima::model
