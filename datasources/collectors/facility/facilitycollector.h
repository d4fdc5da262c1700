// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/facility/targetpoller.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

/// Reports values of devices other than this machine: cooling units, PDUs, switches. Each device is polled on a thread
/// of its own, so sampling never waits. A value is the latest one, and expires after one and a half intervals plus one
/// second. Fields stay declared once seen, so that an intermittent field becomes a gap.
class FacilityCollector final : public Collector
{
public:
    /// Lasting conditions are reported again, for windows opened later. Shorter than an agent's ring.
    static constexpr Duration reportedAgain = std::chrono::minutes(10);

    /// @param name as in the configuration
    /// @param wait maximum wait for first answers, if only one sample is taken
    FacilityCollector(std::string name, std::vector<PolledTarget> targets, Duration wait = Duration::zero());
    ~FacilityCollector() override;

    [[nodiscard]] std::string_view name() const override { return m_name; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

    /// Targets that did not answer the last query.
    [[nodiscard]] std::size_t silentTargets() const { return m_followers.size() - answering(); }

private:
    using ValueKey = std::pair<FacilityPlace, std::string_view>;
    /// One target, and the progress in its reports.
    struct Follower
    {
        std::unique_ptr<TargetPoller> poller;
        TargetPoller::State state;
        std::uint64_t known = 0; ///< number of answers whose places are declared
        std::vector<Slot> slots; ///< of the values of that answer
        std::set<ValueKey> its; ///< values it was the first to report
    };
    struct Reported
    {
        Severity severity = Severity::Information;
        std::string text;
        std::string over;
        TimePoint last;
    };
    using ConditionKey = std::pair<FacilityPlace, std::string>; ///< place and code

    void refresh();
    void takeConditions(const FacilityReport& report);
    void takePlaces(std::size_t index);
    void setSlots(Follower& follower) const;
    [[nodiscard]] static bool isFresh(const Follower& follower);
    [[nodiscard]] std::map<ConditionKey, FacilityCondition> conditions() const;
    [[nodiscard]] FacilityCondition silence() const;
    void reportConditions(TimePoint now, TickWriter& tick);
    void reportRefused(TickWriter& tick);
    [[nodiscard]] std::uint32_t entityOf(LayoutBuilder& layout, const FacilityPlace& place) const;
    [[nodiscard]] std::size_t answering() const;

    std::string m_name;
    Duration m_wait;
    std::vector<PolledTarget> m_targets; ///< until they are first polled
    std::size_t m_targetCount;
    std::vector<Follower> m_followers;
    std::map<ValueKey, std::size_t> m_owners; ///< target that provides a value: the first one that has it
    std::size_t m_answering = 0; ///< at the last detect()
    bool m_hasNewPlaces = false; ///< since the last declare()
    std::uint64_t m_refused = 0; ///< values reported as rejected so far
    Slot m_refusedSlot;
    std::map<ValueKey, Slot> m_slots;
    std::map<FacilityPlace, std::uint32_t> m_entities;
    std::map<FacilityPlace, std::vector<std::string>> m_serves; ///< by loop
    std::map<ConditionKey, Reported> m_reported;
};

} // namespace lockstep
