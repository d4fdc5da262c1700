// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/scheduler/schedulerworker.h"
#include "models/core/work/tokenbucket.h"

#include <deque>

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockstep {

/// Reports a scheduler's data: jobs, tenants and nodes as metrics, allocations as spans of the nodes, changes as
/// events. It describes nodes of other agents; readers accept only scheduler data from it. Sampling never waits for it;
/// missing values become gaps.
class SchedulerCollector final : public Collector
{
public:
    struct Options
    {
        std::string name; ///< as in the configuration
        std::string domain; ///< cut off the names of nodes
        Duration interval = std::chrono::seconds(2);
        Duration wait = Duration::zero(); ///< for a first answer, if only one sample is taken
    };

    /// @param source null: not configured
    SchedulerCollector(Options options, std::unique_ptr<SchedulerSource> source);

    [[nodiscard]] std::string_view name() const override { return m_options.name; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    [[nodiscard]] bool isInHurry() override;
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
    [[nodiscard]] std::uint32_t entityOf(const SchedulerNews& news) const;
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
    std::string m_saidProblem; ///< likewise

    Entities m_jobs; ///< by id; without an index: not declared yet
    Entities m_nodes; ///< by the scheduler's name
    Entities m_tenants;
    Entity m_own; ///< sums
    bool m_hasNew = false; ///< since the last declare
    SchedulerWorker::Clock::time_point m_declared{};
    std::size_t m_declaredCount = 0;
    TokenBucket m_newJobs{0.1, 2048}; ///< limits new entities and names, because readers keep entities forever
    std::unordered_set<std::string> m_named; ///< jobs, by name

    std::deque<SchedulerNews> m_news; ///< not reported yet
    std::vector<AllocationPiece> m_pieces; ///< likewise
    TokenBucket m_words{5, 400};
    std::size_t m_unreported = 0;
    bool m_isSilent = false;
    TimePoint m_silenceReported{};
};

} // namespace lockstep
