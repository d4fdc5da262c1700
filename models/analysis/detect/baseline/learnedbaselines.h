// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baselinerange.h"
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
[[nodiscard]] std::string roundedDurationText(Duration duration);

/// A learned baseline of one entity.
struct Learned
{
    std::string make; ///< of the hardware; empty: unknown
    TimePoint since; ///< first learned moment
    TimePoint until; ///< last observed moment
    std::vector<float> values; ///< in the format of their detector
    std::vector<BaselineRange> ranges{}; ///< the same for display; in memory only

    friend bool operator==(const Learned&, const Learned&) = default;
};

/// The learned baselines of all detectors, saved across restarts, so that a restart during a fault does not learn the
/// fault as normal. Stale entries are dropped with a reason. Any thread.
class LearnedBaselines
{
public:
    static constexpr Duration longest = std::chrono::hours(48); ///< maximum age, after which the hardware may have
                                                                ///< changed unnoticed
    static constexpr std::size_t maxEntries = 400'000;
    static constexpr std::size_t maxValues = 2'048; ///< per entry

    struct Entry
    {
        std::string quantity; ///< "loop", "gpu.cooling"
        std::string path; ///< of the entity, beginning with the cluster's name
        Learned learned;
    };
    struct Recalled
    {
        std::optional<Learned> learned; ///< nullopt: unknown, or dropped
        std::string dropped; ///< reason: "it is 5 days old"; empty: not dropped
    };

    /// @param make of the current hardware; empty: unknown
    [[nodiscard]] Recalled recall(const std::string& quantity, const std::string& path, const std::string& make,
                                  TimePoint now);
    void remember(const std::string& quantity, const std::string& path, Learned learned);

    /// All baselines of one entity, in order of quantity.
    [[nodiscard]] std::vector<Entry> of(const std::string& path) const;
    /// In order of quantity and path.
    [[nodiscard]] std::vector<Entry> entries() const;
    /// Replaces all entries; those above the limits are ignored.
    void load(std::vector<Entry> entries);
    /// Changes whenever entries() does.
    [[nodiscard]] std::uint64_t version() const;

private:
    using Key = std::pair<std::string, std::string>;

    mutable std::mutex m_mutex; ///< guards the following members
    std::map<Key, Learned> m_entries;
    std::uint64_t m_version = 0;
};

/// Joins the values of several learners, and splits them again. @return the parts; none if the values are invalid
void appendPart(std::vector<float>& values, std::span<const float> part);
[[nodiscard]] std::vector<std::span<const float>> partsOf(std::span<const float> values, std::size_t count);

} // namespace lockstep
