// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/dumps/dumpcollector.h"

#include "datasources/traces/formats/collectivemerge.h"
#include "datasources/traces/formats/tracefile.h"
#include "models/analysis/sync/matching/hangtext.h"
#include "models/core/eventcodes.h"
#include "models/core/textparts.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <new>
#include <utility>

namespace lockstep {

namespace {

/// Fits into the memory limit of the agent's unit, together with its ring.
constexpr TraceAllowances dumpAllowances{{
    {1, std::uint64_t{1} << 16, 0}, // a dump is not compressed
    {24, std::uint64_t{1} << 20, std::uint64_t{32} << 20},
    {128, std::uint64_t{1} << 20, std::uint64_t{4} << 20},
}};

} // namespace

DumpVerdict judgeDumps(const DumpSet& set, const std::stop_token& stop)
{
    DumpVerdict verdict;
    TraceBudget budget(dumpAllowances);
    std::vector<CollectiveTrace> parts;
    std::string problem;
    for (std::size_t at = 0; at < set.files.size(); ++at) {
        const DumpFile& file = set.files[at];
        TraceMeter meter(budget, file.name, stop);
        Result<TraceFile> read = Error{file.name + ": not enough memory to read the file"};
        try {
            read = readTraceFile({fmt::format("/proc/self/fd/{}", file.file.get()), file.rank, true}, meter,
                                 TraceDetail::Waits);
        } catch (const std::bad_alloc&) {
            // null if it was not a dump
        }
        auto* const dump = read.isOk() ? std::get_if<CollectiveTrace>(&read.value().content) : nullptr;
        if (dump == nullptr) {
            problem = read.isOk() ? file.name + ": not a Flight Recorder dump" : read.error().message;
            continue;
        }
        verdict.read.push_back(at);
        parts.push_back(std::move(*dump));
    }
    if (parts.empty()) {
        verdict.text = "no dump could be read: " + problem;
        return verdict;
    }
    std::vector<std::string> notes;
    const auto merged = mergeCollectives(std::move(parts), notes);
    if (!merged.isOk()) {
        verdict.text = "the dumps do not belong together: " + merged.error().message;
        return verdict;
    }
    const CollectiveTrace& trace = merged.value();
    const CollectiveMatches matches = matchCollectives(trace);
    const std::vector<std::string> sentences = hangSentences(trace, findHang(trace, matches));
    verdict.isHang = !sentences.empty();
    verdict.text = verdict.isHang ? fmt::format("{}", fmt::join(sentences, ". "))
                                  : "all ranks that left a dump have completed the collectives they entered";
    if (!problem.empty())
        verdict.text += fmt::format("; {} of {} dumps could not be read: {}", set.files.size() - verdict.read.size(),
                                    set.files.size(), problem);
    return verdict;
}

DumpCollector::DumpCollector(DumpOptions options, OwnerOf ownerOf)
    : m_options(std::move(options)),
      m_ownerOf(std::move(ownerOf)),
      m_folder(m_options.folder, m_options.prefix, wallClockNow()),
      m_retention(m_options.keep)
{
    if (!m_options.folder.empty())
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

DumpCollector::~DumpCollector() = default;

InventoryItem DumpCollector::detect()
{
    if (m_options.folder.empty())
        return off("no folder for dumps is configured");
    const std::lock_guard lock(m_mutex);
    m_reportedProblem = m_problem;
    return m_problem.empty() ? active("watching " + m_options.folder) : off(m_problem);
}

bool DumpCollector::hasChanged()
{
    const std::lock_guard lock(m_mutex);
    return m_problem != m_reportedProblem;
}

void DumpCollector::run(const std::stop_token& stop)
{
    Duration rest = pause;
    do {
        const TimePoint now = wallClockNow();
        const auto began = std::chrono::steady_clock::now();
        std::vector<DumpSet> sets = m_folder.scan(now);
        {
            const std::lock_guard lock(m_mutex);
            m_problem = m_folder.problem();
        }
        for (const DumpSet& set : sets) {
            News news = newsOf(set, now, stop);
            const std::lock_guard lock(m_mutex);
            if (m_news.size() < maxNews)
                m_news.push_back(std::move(news));
            else
                ++m_unreported;
        }
        // Limits the time spent on a user's entries to a tenth, however many there are.
        rest = std::max<Duration>(pause, 9 * (std::chrono::steady_clock::now() - began));
    } while (waitFor(rest, stop));
}

/// Root may write for any user, and a folder of root may be used by everyone.
std::string DumpCollector::mismatchReason(const DumpSet& set) const
{
    constexpr uid_t root = 0;
    if (set.job.empty() || set.owner == root)
        return {};
    if (set.folderOwner != root && set.folderOwner != set.owner)
        return fmt::format("the folder belongs to user {}", set.folderOwner);
    const std::optional<uid_t> reporter = m_ownerOf ? m_ownerOf(set.job) : std::nullopt;
    if (reporter && *reporter != root && *reporter != set.owner)
        return fmt::format("the job is reported by user {}", *reporter);
    return {};
}

DumpCollector::News DumpCollector::newsOf(const DumpSet& set, TimePoint now, const std::stop_token& stop)
{
    if (const std::string why = mismatchReason(set); !why.empty())
        return {Severity::Warning,
                fmt::format("user {} left {} Flight Recorder dump{} in {}/{}; not read: {}", set.owner,
                            set.files.size(), set.files.size() == 1 ? "" : "s", m_options.folder, set.job, why),
                {}};
    const DumpVerdict verdict = judgeDumps(set, stop);
    const std::string job = set.job.empty() ? fmt::format("A job of user {}", set.owner) : set.job;
    std::string where = m_options.folder + (set.job.empty() ? "" : "/" + set.job);
    if (m_retention.isOn() && !verdict.read.empty()) {
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
        const auto kept = m_retention.keep(set, verdict.read, fmt::format("{}-{}", seconds, ++m_sets));
        where += kept.isOk() ? ", kept in " + kept.value() : "; not kept: " + kept.error().message;
    }
    const bool isWell = !verdict.isHang && verdict.read.size() == set.files.size();
    return {verdict.isHang ? Severity::Critical
                : isWell   ? Severity::Information
                           : Severity::Warning,
            fmt::format("{}: {}. Flight Recorder left {} dump{} of user {} in {}{}", job, verdict.text,
                        set.files.size(), set.files.size() == 1 ? "" : "s", set.owner, where,
                        set.notes.empty() ? "" : "; " + set.notes),
            {.job = set.job, .variant = verdict.isHang ? variants::hang : ""}};
}

void DumpCollector::sample([[maybe_unused]] TimePoint now, TickWriter& tick)
{
    std::vector<News> news;
    std::size_t unreported = 0;
    {
        const std::lock_guard lock(m_mutex);
        news = std::exchange(m_news, {});
        unreported = std::exchange(m_unreported, 0);
    }
    for (const News& each : news)
        tick.addEvent(each.severity, LayoutBuilder::node, codes::ncclFlightRecorder, each.text, each.fields);
    if (unreported > 0)
        tick.addEvent(Severity::Warning, LayoutBuilder::node, codes::ncclFlightRecorder,
                      fmt::format("{} of dumps arrived at the same time and {} not reported",
                                  counted(unreported, "more set", "more sets"), unreported == 1 ? "was" : "were"));
}

} // namespace lockstep
