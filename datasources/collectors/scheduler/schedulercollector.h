// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/scheduler/schedulerchanges.h"
#include "datasources/collectors/scheduler/schedulerview.h"
#include "models/core/work/tokenbucket.h"

#include <deque>

#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockstep {

/// Polls a scheduler on its own thread and reports changes. Never busy more than a tenth of the time; backs off while
/// there is no answer. Owned by a SchedulerCollector; any thread may read its results without waiting.
class SchedulerWorker
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr Duration maxPause = std::chrono::minutes(2);
    static constexpr std::size_t maxNews = 1000; ///< pending
    static constexpr std::size_t maxPieces = 65536;

    struct State
    {
        std::shared_ptr<const SchedulerView> view; ///< the latest; null: none yet
        std::uint64_t answers = 0; ///< number of answers so far
        std::uint64_t failures = 0; ///< in a row, up to now
        Clock::time_point since; ///< time of the latest answer
        Clock::duration lasted{}; ///< duration of the latest query
        std::string problem; ///< error of the latest query; empty: none
        std::vector<SchedulerUpdate> news; ///< since they were last taken
        std::vector<AllocationPiece> pieces; ///< since they were last taken
    };

    SchedulerWorker(std::unique_ptr<SchedulerSource> source, Duration interval);
    ~SchedulerWorker();
    SchedulerWorker(const SchedulerWorker&) = delete;
    SchedulerWorker& operator=(const SchedulerWorker&) = delete;

    /// Moves news and pieces to the caller.
    [[nodiscard]] State take();
    /// Maximum age of a value.
    [[nodiscard]] Duration lifetimeOf(const State& state) const;

private:
    void run(const std::stop_token& stop);
    void publish(Result<SchedulerView> view, Clock::time_point begin, TimePoint asked);

    std::unique_ptr<SchedulerSource> m_source;
    Duration m_interval;
    AllocationSpans m_allocation; ///< of the thread
    std::mutex m_mutex;
    State m_state;
    std::jthread m_thread; ///< last: it uses all of the above
};

/// Reports a scheduler's data: jobs, tenants and nodes as metrics, allocations as spans of the nodes, changes as
/// events. The collector describes nodes whose metrics other agents report, so readers accept nothing but scheduler
/// data from it. Sampling never waits for it; missing values become gaps.
class SchedulerCollector final : public Collector
{
public:
    struct Options
    {
        std::string name; ///< as in the configuration
        std::string domain; ///< removed from the ends of node names
        Duration interval = std::chrono::seconds(2);
        Duration wait = Duration::zero(); ///< maximum wait for a first answer, if only one sample is taken
    };

    /// @param source null: not configured
    SchedulerCollector(Options options, std::unique_ptr<SchedulerSource> source);

    [[nodiscard]] std::string_view name() const override { return m_options.name; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    [[nodiscard]] bool needsRedeclaration() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    static constexpr std::size_t maxSlots = 12;
    struct Entity
    {
        std::string name;
        std::uint32_t index = LayoutBuilder::node;
        std::array<Slot, maxSlots> slots;
    };
    using Entities = std::unordered_map<std::string, Entity>;

    void refresh();
    void findNewEntities();
    void setValues(TickWriter& tick) const;
    void setSums(const SchedulerView& view, TickWriter& tick) const;
    void reportNews(TickWriter& tick);
    void reportPieces(TickWriter& tick);
    void reportSilence(TimePoint now, TickWriter& tick);
    void reportOne(Severity severity, std::uint32_t entity, const char* code, const std::string& text,
                   TickWriter& tick);
    [[nodiscard]] std::uint32_t entityOf(const SchedulerUpdate& news) const;
    [[nodiscard]] std::string nodeName(const std::string& known) const;
    [[nodiscard]] bool isFresh() const;

    Options m_options;
    std::string m_where;
    std::string m_title; ///< "Slurm"
    std::unique_ptr<SchedulerSource> m_source; ///< until it is first queried
    std::unique_ptr<SchedulerWorker> m_worker;
    SchedulerWorker::State m_state; ///< without news and pieces
    std::uint64_t m_known = 0; ///< number of processed answers
    bool m_wasThere = false; ///< at the last detect
    std::string m_reportedProblem; ///< problem at the last detect

    Entities m_jobs; ///< by id; without an index: not declared yet
    Entities m_nodes; ///< by the scheduler's name
    Entities m_tenants;
    Entity m_own; ///< sums
    bool m_hasNew = false; ///< since the last declare
    SchedulerWorker::Clock::time_point m_declared{};
    std::size_t m_declaredCount = 0;
    TokenBucket m_newJobs{0.1, 2048}; ///< limits new entities and names, because readers keep entities forever
    std::unordered_set<std::string> m_named; ///< jobs, by name

    std::deque<SchedulerUpdate> m_news; ///< not reported yet
    std::vector<AllocationPiece> m_pieces; ///< likewise
    TokenBucket m_words{5, 400};
    std::size_t m_unreported = 0;
    bool m_isSilent = false;
    TimePoint m_silenceReported{};
};

} // namespace lockstep
