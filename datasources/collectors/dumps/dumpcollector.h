// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/dumps/dumpstore.h"
#include "models/core/time.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// Conclusion from a set of dumps.
struct DumpVerdict
{
    bool isHang = false; ///< ranks wait in a collective
    std::string text; ///< for people, without the job's name
    std::vector<std::size_t> read; ///< indices of files that were dumps
};

/// Reads the dumps, within a limited memory, and determines the ranks that have not entered a collective. A rank
/// without a dump is only named if all others of its communicator left theirs, because dumps of other nodes may be
/// elsewhere. Files that are not dumps are noted. Blocks; any thread.
[[nodiscard]] DumpVerdict judgeDumps(const DumpSet& set, const std::stop_token& stop = {});

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
    /// Why a set does not belong to the job named by its folder; empty: it does.
    [[nodiscard]] std::string mismatchReason(const DumpSet& set) const;
    [[nodiscard]] News newsOf(const DumpSet& set, TimePoint now, const std::stop_token& stop);

    DumpOptions m_options;
    OwnerOf m_ownerOf;
    DumpFolder m_folder;
    DumpRetention m_retention;
    std::size_t m_sets = 0;
    std::string m_reportedProblem; ///< last one in the inventory
    std::mutex m_mutex;
    std::string m_problem;
    std::vector<News> m_news;
    std::size_t m_unreported = 0;
    std::jthread m_thread; ///< last member, because it uses all others
};

} // namespace lockstep
