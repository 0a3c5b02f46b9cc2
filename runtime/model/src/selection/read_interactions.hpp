// What instances cost together, as selection files and files of measured interactions say.
#pragma once

#include "json/located_object.hpp"

#include <proxima/model/selection.hpp>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace proxima::model {

class InteractionReader {
public:
    /// `families` must outlive this.
    explicit InteractionReader(const std::vector<Family>& families) : families_(families) {}

    /// Each throws Error, also where what two implementations cost together is said twice.
    void read(const std::filesystem::path& file, const LocatedJson& list);
    void read_file(const std::filesystem::path& file);

    std::vector<Interaction> take() { return std::move(made_); }

private:
    using Chosen = std::pair<std::string, std::string>; ///< an instance and its implementation

    void read_one(const std::filesystem::path& file, const LocatedJson& json);
    InteractionCost read_cost(const std::filesystem::path& file, const LocatedJson& json,
                              const Interaction& interaction);
    void require_implementation(LocatedObject& object, const LocatedJson& json,
                                const Chosen& chosen) const;

    const std::vector<Family>& families_;
    std::vector<Interaction> made_;
    std::set<std::pair<Chosen, Chosen>> said_;
};

} // namespace proxima::model
