// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/jobsocket.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Spans and markers that jobs post to the agent's socket. Malformed lines are counted and reported as events, at most
/// one every ten seconds, naming what was expected; they never stop anything.
class JobEventCollector final : public Collector
{
public:
    /// @param path of the socket; empty: defaultJobSocketPath()
    explicit JobEventCollector(std::string path);

    [[nodiscard]] std::string_view name() const override { return "jobs"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    void writeSpan(const JobEvent& event, TickWriter& tick) const;
    void report(TimePoint now, const JobSocket::Inbox& inbox, TickWriter& tick);

    std::string m_path;
    std::unique_ptr<JobSocket> m_socket;
    std::vector<std::uint32_t> m_gpus; ///< entity of each GPU by index; node where there is none

    std::uint64_t m_malformed = 0; ///< not reported yet
    std::uint64_t m_dropped = 0;
    std::string m_lastError;
    std::optional<TimePoint> m_lastReport;
    Slot m_spansSlot, m_malformedSlot;
};

} // namespace lockstep
