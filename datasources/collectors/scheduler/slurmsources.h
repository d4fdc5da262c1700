// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/recordlist.h"
#include "datasources/collectors/scheduler/schedulerview.h"
#include "datasources/http/httpclient.h"
#include "datasources/text/childoutput.h"
#include "models/core/result.h"

#include <chrono>
#include <functional>
#include <string_view>
#include <utility>

namespace lockstep {

/// Parse Slurm's JSON from slurmrestd and `squeue --json`, since version 22.05 (data_parser v0.0.38): numbers are plain
/// or {"set", "infinite", "number"}, states are a word or a list of words. Cost is bounded by the text's length. Never
/// throw.
/// @param room remaining number of placements of all jobs, because a short host list may name thousands
[[nodiscard]] Result<SchedulerJob> parseSlurmJob(std::string_view json, std::size_t& room);
[[nodiscard]] Result<SchedulerNode> parseSlurmNode(std::string_view json);
[[nodiscard]] Result<SchedulerReservation> parseSlurmReservation(std::string_view json);

/// Queries Slurm through its command-line tools if slurmrestd is not available: `squeue --json` and `scontrol show ...
/// --json`, or `sinfo --json` if scontrol has no JSON. One thread.
class SlurmCommands final : public SchedulerSource
{
public:
    SlurmCommands() = default;
    explicit SlurmCommands(const ChildLimits& limits) : m_limits(limits) { }

    [[nodiscard]] std::string name() const override { return "Slurm"; }
    [[nodiscard]] std::string where() const override { return "squeue and scontrol"; }
    [[nodiscard]] Result<SchedulerView> read(const std::stop_token& stop) override;

private:
    [[nodiscard]] Status readList(const std::vector<std::string>& command, const char* what,
                                  const RecordList::Take& take, const std::stop_token& stop) const;

    ChildLimits m_limits;
    bool m_hasScontrol = true; ///< which prints JSON
};

/// Converts Slurm's records into a view, from either source. Lives for one query.
class SlurmConverter
{
public:
    /// Consumers for the records of a list; must not outlive this.
    [[nodiscard]] RecordList::Take nodes()
    {
        return [this](std::string_view record) {
            return take(parseSlurmNode(record));
        };
    }
    [[nodiscard]] RecordList::Take reservations()
    {
        return [this](std::string_view record) {
            return take(parseSlurmReservation(record));
        };
    }
    [[nodiscard]] RecordList::Take jobs()
    {
        return [this](std::string_view record) {
            return takeJob(record);
        };
    }

    SchedulerView view;

private:
    [[nodiscard]] Status takeJob(std::string_view record)
    {
        auto parsed = parseSlurmJob(record, m_room);
        if (!parsed.isOk())
            return parsed.error();
        view.add(std::move(parsed).value(), m_now);
        return success();
    }
    template <class Parsed>
    [[nodiscard]] Status take(Parsed parsed)
    {
        if (!parsed.isOk())
            return parsed.error();
        view.add(std::move(parsed).value());
        return success();
    }

    TimePoint m_now = wallClockNow();
    std::size_t m_room = SchedulerView::maxPlacements;
};

/// Queries slurmrestd over its Unix socket, authenticated by the kernel, or over TCP with a token (JWT). Detects the
/// API version. One thread.
class SlurmRest final : public SchedulerSource
{
public:
    struct Options
    {
        std::string address; ///< "unix:/run/slurmrestd.socket", "http://127.0.0.1:6820", "https://..."
        std::string tokenFile; ///< readable by its owner only; read for each request, because tokens expire
        std::string user; ///< user that the token belongs to, if not this program's user
        std::string caFile;
        std::size_t maxResponseBytes = std::size_t{1} << 30U; ///< bytes: a hundred thousand jobs have some 600 MB
        std::chrono::milliseconds timeout{60'000}; ///< of one answer
    };

    explicit SlurmRest(Options options);

    [[nodiscard]] std::string name() const override { return "Slurm"; }
    [[nodiscard]] std::string where() const override { return m_options.address; }
    [[nodiscard]] Result<SchedulerView> read(const std::stop_token& stop) override;

private:
    [[nodiscard]] Status findVersion(const std::stop_token& stop);
    [[nodiscard]] Status readList(const char* what, const RecordList::Take& take, const std::stop_token& stop);
    [[nodiscard]] HttpRequest requestFor(const std::string& path) const;

    Options m_options;
    std::string m_base; ///< of the address
    std::string m_version; ///< of the interface: "v0.0.38"; empty: unknown
    HttpClient m_client;
};

} // namespace lockstep
