// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/dumps/dumpverdict.h"

#include "datasources/traces/formats/collectivemerge.h"
#include "datasources/traces/formats/tracefile.h"
#include "models/analysis/sync/matching/hangtext.h"

#include <fmt/format.h>

#include <new>

namespace lockstep {

namespace {

/// Within the memory of the agent's unit, beside its ring.
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
        Result<TraceFile> read = Error{file.name + ": not enough memory to read it"};
        try {
            read = readTraceFile({fmt::format("/proc/self/fd/{}", file.file.get()), file.rank, true}, meter,
                                 TraceDetail::Waits);
        } catch (const std::bad_alloc&) {
            // null if it was not a dump
        }
        auto* const dump = read.isOk() ? std::get_if<CollectiveTrace>(&read.value().content) : nullptr;
        if (dump == nullptr) {
            problem = read.isOk() ? file.name + ": is no dump of Flight Recorder" : read.error().message;
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
        verdict.text = "the dumps do not fit together: " + merged.error().message;
        return verdict;
    }
    const CollectiveTrace& trace = merged.value();
    const CollectiveMatches matches = matchCollectives(trace);
    const std::vector<std::string> sentences = hangSentences(trace, findHang(trace, matches));
    verdict.isHang = !sentences.empty();
    verdict.text = verdict.isHang ? fmt::format("{}", fmt::join(sentences, ". "))
                                  : "all ranks with a dump have completed the collectives that they entered";
    if (!problem.empty())
        verdict.text += fmt::format("; {} of {} dumps could not be read, as {}", set.files.size() - verdict.read.size(),
                                    set.files.size(), problem);
    return verdict;
}

} // namespace lockstep
