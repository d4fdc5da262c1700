// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/jobeventsource.h"
#include "datasources/collectors/nccl/nccldoor.h"

#include <array>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Collectives of jobs whose processes have loaded the plugin, as job events. If a job runs more collectives than a
/// node can report, only every 2nd, 4th, 8th... of each communicator is reported, by sequence number, so that all ranks
/// report the same ones. Collectives that are entered and not left are always reported.
class NcclJobs final : public JobEventSource
{
public:
    static constexpr double spansPerSecond = 2'000; ///< per node
    static constexpr std::size_t recordsPerTick = 262'144; ///< over all processes: 20 MB

    [[nodiscard]] std::string open(const std::string& folder) override;
    void declare(LayoutBuilder& layout) override;
    void look() override;
    [[nodiscard]] std::vector<Post> take(TimePoint now, TickWriter& tick) override;

private:
    struct Process
    {
        NcclDoor::Guest guest;
        RingReader::News news;
        std::map<std::uint16_t, std::string> communicators; ///< names, by slot
        std::map<std::uint64_t, std::uint32_t> ranksOf; ///< by slot
        std::unordered_map<std::uint64_t, std::int64_t>
            reportedAsEnded; ///< start by identity, of collectives still missing from the ring
        std::map<std::uint64_t, JobEvent> entered; ///< collectives reported as entered
        std::uint64_t pairs = 0; ///< total of sends and receives
        double perSecond = 0; ///< recent rate of collectives
        bool hasEnded = false;
    };
    struct Totals
    {
        double collectives = 0;
        double lost = 0;
        double costNs = 0;
        std::array<double, 3> waitsUs{};
    };

    void admit();
    void read(Process& process, std::int64_t nowNs);
    void readAll(std::int64_t nowNs);
    void tell(Process& process, double seconds, std::vector<Post>& posts, Totals& totals);
    void reportEnded(Process& process, std::uint64_t stride, std::vector<Post>& posts, Totals& totals);
    void reportOpen(Process& process, std::vector<Post>& posts);
    [[nodiscard]] static std::uint64_t identityOf(const RingReader::Work& work);
    [[nodiscard]] JobEvent eventOf(Process& process, const RingReader::Work& work) const;
    void writeTotals(const Totals& totals, double seconds, TickWriter& tick) const;

    NcclDoor m_door;
    std::list<Process> m_processes;
    std::int64_t m_wallAheadNs = 0; ///< wall clock minus CLOCK_MONOTONIC
    std::optional<TimePoint> m_lastTake;
    Slot m_processesSlot, m_collectivesSlot, m_lostSlot, m_costSlot;
    std::array<Slot, 3> m_waitSlots;
};

} // namespace lockstep
