// Sums up records by instance, method and parameters while they are read.
#pragma once

#include <proxima/model/gather.hpp>
#include <proxima/model/point_table.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

namespace proxima::model {

/// One method of one instance.
class MethodTable {
public:
    /// `facts` are those of the run that it is met in first.
    MethodTable(std::string instance, const rundir::Method& method, std::string display_name,
                bool with_rank, const RunFacts& facts);

    /// To be called before records of a run are added.
    void meet_run(std::size_t number, const std::string& run, const RunFacts& facts);

    /// `method` is the same as at first, as another lane defines it.
    void add(std::uint32_t rank, const rundir::Method& method, const rundir::Record& record);

    /// Appends the measurements of each metric.
    void write(const Measurements& common, Statistic statistic,
               std::vector<Measurements>& all) const;

private:
    /// The number of a name, in order of appearance.
    std::uint32_t number_of(std::size_t discrete, std::string value);
    void add_discrete(const rundir::Method& method, const rundir::Record& record);

    std::string instance_;
    std::string implementation_;
    std::string port_;
    std::string method_;
    std::vector<std::size_t> numeric_; ///< by index in the method's parameters
    std::vector<std::size_t> named_;
    std::vector<std::string> parameters_;
    std::vector<DiscreteParameter> discrete_;
    std::vector<std::unordered_map<std::string, std::uint32_t>> numbers_;
    std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> numbers_of_words_;
    bool with_rank_;
    bool falls_back_;        ///< on parameters of the run, since it records no number
    std::size_t of_run_ = 0; ///< parameters of the whole run; behind those that are recorded
    std::size_t met_ = 0;    ///< number of the run, from 1
    std::vector<std::string> runs_;
    PointTable table_;
    std::vector<double> at_;
    std::vector<std::uint32_t> in_;
};

class RecordGatherer : public rundir::RecordVisitor {
public:
    RecordGatherer(const GatherOptions& options, bool with_rank)
        : options_(options), with_rank_(with_rank) {}

    /// To be called before a run is read: overloads are told apart by all of its methods.
    void begin_run(const std::string& run, std::vector<rundir::Method> methods,
                   std::uint64_t bytes_before, std::uint64_t bytes_of_all);

    void begin_lane(const rundir::Lane& lane) override;
    void records(const rundir::Lane& lane, const rundir::Record* first, std::size_t count) override;
    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override;

    std::vector<Measurements> measurements(const Measurements& common) const;

private:
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

    MethodTable* table_of(const rundir::Lane& lane, std::size_t call_path);
    const RunFacts& facts() const;

    const GatherOptions& options_;
    bool with_rank_;
    std::vector<rundir::Method> methods_;
    std::string run_;
    std::size_t runs_ = 0; ///< that were begun
    std::uint64_t bytes_before_ = 0;
    std::uint64_t bytes_of_all_ = 0;
    std::vector<MethodTable*> of_path_; ///< of the lane being read; null: not wanted
    std::map<Key, std::unique_ptr<MethodTable>> tables_;
};

} // namespace proxima::model
