// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/usualrange.h"
#include "models/core/time.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// "40 s", "28 min", "5 days".
[[nodiscard]] std::string roughDuration(Duration duration);

/// A learned baseline of one entity.
struct Learned
{
    std::string make; ///< of the hardware that it was learned of; empty: not known
    TimePoint since; ///< the first moment that it was learned from
    TimePoint until; ///< the last at which it was watched
    std::vector<float> values; ///< whose meaning its detector knows
    std::vector<UsualRange> ranges{}; ///< the same for people; in memory only

    friend bool operator==(const Learned&, const Learned&) = default;
};

/// The learned baselines of all detectors, saved across restarts, so that a restart during a fault does not learn the
/// fault as normal. Stale entries are dropped with a reason. Any thread.
class LearnedBook
{
public:
    static constexpr Duration longest = std::chrono::hours(48); ///< beyond which the hardware may have changed
                                                                ///< unnoticed
    static constexpr std::size_t maxEntries = 400'000;
    static constexpr std::size_t maxValues = 2'048; ///< of one entry

    struct Entry
    {
        std::string quantity; ///< "loop", "gpu.cooling"
        std::string path; ///< of the entity, with its cluster's name
        Learned learned;
    };
    struct Recalled
    {
        std::optional<Learned> learned; ///< nullopt: nothing is known, or it was dropped
        std::string dropped; ///< why: "it is 5 days old"; empty: it was not
    };

    /// @param make of the hardware that is there now; empty: not known
    [[nodiscard]] Recalled recall(const std::string& quantity, const std::string& path, const std::string& make,
                                  TimePoint now);
    void remember(const std::string& quantity, const std::string& path, Learned learned);

    /// All that is learned of one entity, in order of quantity.
    [[nodiscard]] std::vector<Entry> of(const std::string& path) const;
    /// In order of quantity and path.
    [[nodiscard]] std::vector<Entry> entries() const;
    /// Takes the place of all there is; what is beyond the limits is left out.
    void load(std::vector<Entry> entries);
    /// Changes with what entries() says.
    [[nodiscard]] std::uint64_t version() const;

private:
    using Key = std::pair<std::string, std::string>;

    mutable std::mutex m_mutex; ///< guards what follows
    std::map<Key, Learned> m_entries;
    std::uint64_t m_version = 0;
};

/// Several learners' values as one, and apart again. @return as many parts as there were, or none: they are no such
/// entity
void appendPart(std::vector<float>& values, std::span<const float> part);
[[nodiscard]] std::vector<std::span<const float>> partsOf(std::span<const float> values, std::size_t count);

} // namespace lockstep
