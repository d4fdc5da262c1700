// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/facility/facilityreport.h"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// Polls one target on a separate thread, so that a stalled target affects no other. Never busy more than half of the
/// time; backs off while the target does not answer. Owned by a FacilityCollector; results can be read from any thread
/// without waiting.
class TargetPoller
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr Duration maxPause = std::chrono::minutes(5);

    struct State
    {
        std::shared_ptr<const FacilityReport> report; ///< the latest; null: none yet
        std::uint64_t answers = 0; ///< number of answers so far
        std::uint64_t refused = 0; ///< total number of implausible values
        std::uint64_t failures = 0; ///< successive failures
        Clock::time_point since; ///< time of the latest answer
        Clock::duration lasted{}; ///< duration of the latest poll
        std::string problem; ///< error of the latest poll; empty: none
    };

    explicit TargetPoller(PolledTarget target);
    ~TargetPoller();
    TargetPoller(const TargetPoller&) = delete;
    TargetPoller& operator=(const TargetPoller&) = delete;

    [[nodiscard]] const std::string& name() const { return m_target.target->name(); }
    [[nodiscard]] Duration interval() const { return m_target.interval; }
    [[nodiscard]] State state() const;

    /// Requests it to end; the destructor waits.
    void requestStop() { m_thread.request_stop(); }

private:
    void run(const std::stop_token& stop);
    [[nodiscard]] Duration pauseAfter(Clock::duration lasted, std::uint64_t failures);

    PolledTarget m_target;
    std::uint64_t m_scatter; ///< random delay, so that targets started together are not polled together
    mutable std::mutex m_mutex;
    State m_state;
    std::jthread m_thread; ///< last member, because it uses all others
};

/// Reports values of devices other than this machine: cooling units, PDUs, switches. Each device is polled on a
/// separate thread, so sampling never waits. Reports the latest value, which expires after one and a half intervals
/// plus one second. Fields stay declared once seen, so that an intermittent field becomes a gap.
class FacilityCollector final : public Collector
{
public:
    /// Lasting conditions are reported again at this interval, for windows opened later. Shorter than the history of an
    /// agent's ring.
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
    /// A target, and how far its reports have been read.
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
