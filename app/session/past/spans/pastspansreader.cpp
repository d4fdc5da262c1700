// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/spans/pastspansreader.h"

#include "models/core/topology/topologymatch.h"

#include <deque>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

constexpr int spansNiceness = 2; // nearly normal priority, because the user waits for it
/// A request is read in parts, each with about this many spans judging by their density, and can be cancelled between
/// parts.
constexpr double spansAPart = 100'000;
constexpr std::chrono::milliseconds quick{5}; ///< reads that take longer are delivered in parts
constexpr Duration firstPart = std::chrono::seconds(1);
constexpr Duration shortestPart = std::chrono::milliseconds(250);
constexpr std::int64_t fewestParts = 32; ///< parts of a long range: it may be dense in places

Duration lengthOfNext(Duration length, std::size_t spans, Duration whole)
{
    const double scale = std::min(spansAPart / std::max(1.0, static_cast<double>(spans)), 8.0);
    const Duration next(static_cast<std::int64_t>(static_cast<double>(length.count()) * scale));
    return std::clamp<Duration>(next, shortestPart, std::max<Duration>(whole / fewestParts, firstPart));
}

/// Maps recorded spans to the entities of another topology, and their names to another table.
class Placement
{
public:
    Placement(const Recording& recording, TopologyPtr to, SpanStore& spans)
        : m_from(recording.topology()), m_to(std::move(to)), m_spans(spans), m_names(recording.names().size())
    {
        for (std::uint32_t id = 0; id < m_names.size(); ++id)
            m_names[id] = spans.names().intern(recording.names().name(NameId{id}));
    }

    void add(const RecordedSpan& recorded)
    {
        const auto [known, isNew] = m_entities.try_emplace(recorded.entity);
        if (isNew)
            known->second = m_from == m_to ? recorded.entity : counterpart(*m_from, recorded.entity, *m_to);
        if (!known->second.isValid())
            return;
        m_spans.add(known->second, spanOf(recorded), m_names);
    }

private:
    TopologyPtr m_from;
    TopologyPtr m_to;
    SpanStore& m_spans;
    std::vector<NameId> m_names; ///< by the recording's
    std::unordered_map<EntityRef, EntityRef> m_entities;
};

struct Part
{
    TimeRange range;
    std::vector<RecordedSpan> spans;
};

/// @return null: cancelled
std::shared_ptr<const PastSpans> placed(const Recording& recording, const TopologyPtr& topology, TimeRange whole,
                                        std::deque<Part>& parts, const std::stop_token& stop)
{
    auto past = std::make_shared<PastSpans>(whole);
    Placement placement(recording, topology, past->spans());
    for (Part& part : parts) {
        if (stop.stop_requested())
            return nullptr;
        // Except in the first part, spans that begin before the part came with the previous one.
        const std::int64_t from
            = &part == &parts.front() ? std::numeric_limits<std::int64_t>::min() : nsOf(part.range.from);
        std::ranges::sort(part.spans, {}, &RecordedSpan::startNs);
        for (const RecordedSpan& span : part.spans) {
            if (span.startNs >= from)
                placement.add(span);
        }
    }
    past->seal();
    return past;
}

} // namespace

PastSpansReader::PastSpansReader(Recording recording, bool isGrowing, Answer answer)
    : m_recording(std::move(recording)), m_isGrowing(isGrowing), m_answer(std::move(answer)), m_worker(spansNiceness)
{
    m_recording.stopWith(m_worker.endToken());
}

void PastSpansReader::fetch(Request request)
{
    m_worker.ask([this, request = std::move(request)](const std::stop_token& stop) { read(request, stop); });
}

void PastSpansReader::read(const Request& request, const std::stop_token& stop)
{
    // If opening fails, the next request tries again.
    const bool isOpen = (m_isGrowing || !m_recording.topology()) ? m_recording.refresh().isOk() : true;
    if (!isOpen || !m_recording.topology() || !request.topology || request.range.isEmpty())
        return m_answer(request.range, std::make_shared<PastSpans>(TimeRange{}), true);
    // A new request cancels this one, even within a part.
    m_recording.stopWith(stop);
    readOutwards(request, stop);
    m_recording.stopWith(m_worker.endToken());
}

/// Reads from the middle outwards, always as one contiguous range.
void PastSpansReader::readOutwards(const Request& request, const std::stop_token& stop)
{
    const auto answer = [&](TimeRange whole, std::deque<Part>& parts, bool isWhole) {
        if (auto past = placed(m_recording, request.topology, whole, parts, stop))
            m_answer(request.range, std::move(past), isWhole);
    };
    std::deque<Part> read;
    const auto began = std::chrono::steady_clock::now();
    bool hasAnswered = false;
    const TimePoint middle = std::clamp(request.middle, request.range.from, request.range.to);
    TimeRange whole{middle, middle};
    Duration length = firstPart;
    for (std::size_t count = 0; whole != request.range && count < maxSpans;) {
        const bool isAtEnd = whole.to == request.range.to;
        const bool goesLow = whole.from > request.range.from && (isAtEnd || middle - whole.from < whole.to - middle);
        const TimeRange part = goesLow ? TimeRange{std::max(whole.from - length, request.range.from), whole.from}
                                       : TimeRange{whole.to, std::min(whole.to + length, request.range.to)};
        std::vector<RecordedSpan> spans = m_recording.spans(part);
        if (stop.stop_requested())
            return; // superseded by another request
        count += spans.size();
        length = lengthOfNext(part.length(), spans.size(), request.range.length());
        (goesLow ? whole.from : whole.to) = goesLow ? part.from : part.to;
        read.insert(goesLow ? read.begin() : read.end(), Part{part, std::move(spans)});
        if (!hasAnswered && whole != request.range && std::chrono::steady_clock::now() - began > quick) {
            hasAnswered = true;
            answer(whole, read, false);
        }
    }
    answer(whole, read, true);
}

} // namespace lockstep
