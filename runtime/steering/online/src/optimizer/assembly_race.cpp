#include "optimizer/assembly_race.hpp"

#include "optimizer/replaceable.hpp"
#include "optimizer/tunable.hpp"

#include <proxima/detail/message.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace proxima::online {
namespace {

constexpr double shortest = 1e-9;     // seconds of a step
constexpr int most_vain_returns = 10; // successive steps; then the best is to blame

std::vector<std::unique_ptr<Choice>> choices_of(const FrameworkAccess& access,
                                                const OptimizerRules& rules,
                                                const PerformanceKnowledgePort* knowledge) {
    std::vector<std::unique_ptr<Choice>> choices;
    std::istringstream names(rules.instances);
    for (std::string name; names >> name;) {
        choices.push_back(std::make_unique<Replaceable>(access, name, rules.limits,
                                                        rules.is_quality_measured, knowledge));
    }
    std::istringstream lines(rules.tune);
    for (std::string line; std::getline(lines, line, ';');) {
        choices.push_back(std::make_unique<Tunable>(access, line));
    }
    return choices;
}

std::vector<std::size_t>
numbers_of_candidates(const std::vector<std::unique_ptr<Choice>>& choices) {
    std::vector<std::size_t> numbers;
    for (const auto& one : choices) {
        numbers.push_back(one->candidates());
    }
    return numbers;
}

std::string text_of(const Standing& standing) {
    std::ostringstream text;
    text.precision(3);
    text << "steps took " << standing.ratio << " (" << standing.interval.min << " to "
         << standing.interval.max << ") times as long; pairs of turns: " << standing.pairs;
    return text.str();
}

} // namespace

AssemblyRace::AssemblyRace(const FrameworkAccess& access, OptimizerRules rules,
                           const PerformanceKnowledgePort* knowledge)
    : rules_(std::move(rules)), choices_(choices_of(access, rules_, knowledge)),
      race_(numbers_of_candidates(choices_), RaceRules{rules_.exploration}) {
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        has_run_.emplace_back(choices_[i]->candidates(), false);
        has_run_.back().front() = true;
        if (choices_[i]->begins_unfit()) {
            race_.exclude(i, CandidateFate::unfit);
        }
    }
}

std::size_t AssemblyRace::numbers() const {
    std::size_t numbers = numbers_of_all;
    for (const auto& one : choices_) {
        numbers += one->numbers();
    }
    return numbers;
}

template <class Action>
void AssemblyRace::for_each(const SharedNumbers& numbers, Action action) {
    std::size_t first = 0;
    for (const auto& one : choices_) {
        const std::size_t size = one->numbers();
        action(*one, {numbers.sums.subspan(first, size), numbers.maxima.subspan(first, size)});
        first += size;
    }
}

// The other choices, on which the times of this one may depend.
Chosen AssemblyRace::beside(const Choice& one) const {
    Chosen beside;
    for (const auto& other : choices_) {
        if (other.get() != &one) {
            beside.emplace_back(other->name(), other->candidate(other->active()));
        }
    }
    return beside;
}

void AssemblyRace::contribute(const RankStep& step, const NamedTotals& taken,
                              const std::map<std::string, double>& quality,
                              const PerformanceKnowledgePort* knowledge, const SharedNumbers& own) {
    for_each(own, [&](Choice& one, const SharedNumbers& its) {
        one.contribute(taken, knowledge, beside(one), its);
    });
    const auto all = own.maxima.last(numbers_of_all);
    all[wall] = step.wall;
    all[busy] = step.wall - step.waited - step.in_mpi;
    own.sums.last(numbers_of_all)[waiting] = step.waited;
    all[violation] = objection_to(quality).empty() ? 0 : 1;
}

// Tells an objection to the best assembly once.
std::string AssemblyRace::objection_to(const std::map<std::string, double>& quality) {
    const std::string before = objection_;
    objection_ =
        rules_.is_quality_measured ? rules_.limits.objection(quality, true) : std::string();
    if (!objection_.empty() && before.empty() && !race_.is_trial()) {
        detail::say("the running assembly violates `require`: " + objection_);
    }
    return objection_;
}

void AssemblyRace::learn(const SharedNumbers& all, int ranks, double steps) {
    const auto shared = all.maxima.last(numbers_of_all);
    // Ranks wait in MPI for one that waits for a processor.
    const double seconds =
        std::max({shared[wall] - all.sums.last(numbers_of_all)[waiting], shared[busy], shortest});
    if (exclude_failed(all, steps * ranks, seconds * 1e6)) {
        return;
    }
    predict();
    if (shared[violation] > 0) {
        reject();
    }
    const std::uint64_t decisions = race_.decisions();
    race_.add({seconds, ranks > 1 ? steps + 1 : steps}); // ranks learn a step later
    if (race_.decisions() != decisions) {
        for (const auto& one : choices_) {
            one->begin_anew();
        }
    }
}

// Excludes the first candidate that has failed; what runs with it is not measured. The best is not
// to blame if a component that was on trial cannot be left just now: follow() tries again.
bool AssemblyRace::exclude_failed(const SharedNumbers& all, double steps_of_all, double step_us) {
    const Classes current = race_.current();
    bool has_failed = false;
    std::size_t number = 0;
    for_each(all, [&](Choice& one, const SharedNumbers& its) {
        const auto failure = one.learn(its, steps_of_all, step_us);
        const bool is_way_back = failure && failure->fate == CandidateFate::failed &&
                                 current[number] == race_.best()[number] &&
                                 ++vain_returns_ < most_vain_returns;
        if (failure && !std::exchange(has_failed, true) && !is_way_back) {
            one.note(current[number], failure->why);
            race_.exclude(number, failure->fate);
        }
        ++number;
    });
    vain_returns_ = has_failed ? vain_returns_ : 0;
    return has_failed;
}

void AssemblyRace::predict() {
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        for (std::size_t of = 0; of < choices_[i]->candidates(); ++of) {
            if (const auto cost = choices_[i]->predicted(of)) {
                race_.predict(i, of, cost->ratio, cost->is_surely_worse);
            }
        }
    }
}

// Ends the trial of what violates a requirement, or looks for something to replace it.
void AssemblyRace::reject() {
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        if (race_.current()[i] != race_.best()[i] || !race_.is_trial()) {
            choices_[i]->note(race_.current()[i],
                              objection_.empty() ? "on another rank" : objection_);
        }
    }
    race_.reject();
}

bool AssemblyRace::follow(const files::Swap& here) {
    const Classes next = race_.current();
    files::Swap swap = here;
    swap.why = reason();
    bool is_new = false;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        is_new = is_new || !has_run_[i][next[i]];
        has_run_[i][next[i]] = true;
        this->swap(i, next[i], swap);
        choices_[i]->watch_exceptions(race_.is_trial() && next[i] != race_.best()[i]);
    }
    best_ = race_.best();
    returns_ = race_.returns();
    return is_new;
}

std::string AssemblyRace::reason() const {
    if (race_.is_trial()) {
        return "trial";
    }
    if (race_.returns() != returns_) {
        return "in the long run it takes longer than what it replaced";
    }
    if (best_.empty() || race_.best() == best_) {
        return "end of a trial";
    }
    const Standing was = race_.measured(best_);
    return was.ratio > 0 ? text_of(was) : "the other failed";
}

void AssemblyRace::keep_best(const files::Swap& here, const std::string& why) {
    files::Swap swap = here;
    swap.why = why;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        this->swap(i, race_.best()[i], swap);
        choices_[i]->watch_exceptions(false);
    }
}

void AssemblyRace::swap(std::size_t number, std::size_t next, files::Swap made) {
    Choice& one = *choices_[number];
    const std::size_t was = one.active();
    if (was == next) { // it may have won in its turn
        const auto last = std::find_if(swaps_.rbegin(), swaps_.rend(), [&](const auto& swap) {
            return swap.instance == one.name();
        });
        if (last != swaps_.rend() && !best_.empty() && next == race_.best()[number] &&
            next != best_[number]) {
            last->why = made.why;
        }
        return;
    }
    if (!one.take(next)) {
        return;
    }
    made.instance = one.name();
    made.from = one.candidate(was);
    made.to = one.candidate(next);
    swaps_.push_back(std::move(made));
}

void AssemblyRace::repeat(const files::Swap& swap) {
    const auto found = std::find_if(choices_.begin(), choices_.end(),
                                    [&](const auto& one) { return one->name() == swap.instance; });
    if (found == choices_.end()) {
        throw std::runtime_error("the replay swaps " + swap.instance +
                                 ", which is not among what may be chosen");
    }
    (*found)->repeat(swap);
}

void AssemblyRace::describe(files::Decisions& decisions, bool is_running) const {
    decisions.renewals = race_.decisions();
    decisions.returns = race_.returns();
    decisions.explored_seconds = race_.explored_seconds();
    decisions.swaps = swaps_;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        decisions.instances.push_back(choices_[i]->decided(race_, i));
        if (is_running && race_.current()[i] != race_.best()[i]) {
            files::Decided& decided = decisions.instances.back();
            files::KnownCandidate& candidate = decided.candidates[race_.current()[i]];
            decided.on_trial = candidate.class_name;
            candidate.fate = candidate.fate == "untried" ? "on trial" : candidate.fate;
        }
    }
}

} // namespace proxima::online
