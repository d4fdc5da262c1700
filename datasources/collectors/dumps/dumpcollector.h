// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/dumps/dumpfolder.h"
#include "datasources/collectors/dumps/dumpkeeper.h"
#include "models/core/time.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// Where jobs write Flight Recorder dumps.
struct DumpOptions
{
    std::string folder; ///< empty: none
    std::string prefix = "nccl_trace_rank_"; ///< of file names; PyTorch's default
    std::string keep; ///< folder for copies; empty: none
};

/// After a job has timed out and written dumps, reports the ranks that have not entered a collective, and where the
/// dumps are. Reads them on its own thread. Owned by a NodeAgent; sampling thread.
class DumpCollector final : public Collector
{
public:
    using OwnerOf = std::function<std::optional<uid_t>(const std::string& job)>;
    /// @param ownerOf the user who reports a job, if known; thread-safe
    explicit DumpCollector(DumpOptions options, OwnerOf ownerOf = {});
    ~DumpCollector() override;

    [[nodiscard]] std::string_view name() const override { return "dumps"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare([[maybe_unused]] LayoutBuilder& layout) override { }
    void sample(TimePoint now, TickWriter& tick) override;

private:
    struct News
    {
        Severity severity = Severity::Information;
        std::string text;
        EventFields fields;
    };
    static constexpr std::size_t maxNews = 8; ///< per tick; users may create any number of folders
    static constexpr Duration pause = std::chrono::seconds(1);

    void run(const std::stop_token& stop);
    /// Why a set does not count for the job named by its folder; empty: it does.
    [[nodiscard]] std::string whyForeign(const DumpSet& set) const;
    [[nodiscard]] News newsOf(const DumpSet& set, TimePoint now, const std::stop_token& stop);

    DumpOptions m_options;
    OwnerOf m_ownerOf;
    DumpFolder m_folder;
    DumpKeeper m_keeper;
    std::size_t m_sets = 0;
    std::string m_reportedProblem; ///< last one in the inventory
    std::mutex m_mutex;
    std::string m_problem;
    std::vector<News> m_news;
    std::size_t m_unreported = 0;
    std::jthread m_thread; ///< last member, because it uses all others
};

} // namespace lockstep
