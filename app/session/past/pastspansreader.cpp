// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/pastspansreader.h"

#include "models/core/topologymatch.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

constexpr int spansNiceness = 5; // somebody waits for it
constexpr int parts = 16; ///< of a request, between which it is looked whether it is wanted still
constexpr Duration shortestPart = std::chrono::milliseconds(500);

/// Puts recorded spans on the entities of another topology, and their names into another table.
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

} // namespace

PastSpansReader::PastSpansReader(Recording recording, bool isGrowing, Answer answer)
    : m_recording(std::move(recording)), m_isGrowing(isGrowing), m_answer(std::move(answer)), m_worker(spansNiceness)
{
    m_recording.stopWith(m_worker.endToken());
}

void PastSpansReader::fetch(Request request)
{
    m_worker.ask([this, request = std::move(request)](const std::stop_token& stop) {
        if (auto past = read(request, stop))
            m_answer(request.range, std::move(past));
    });
}

std::shared_ptr<const PastSpans> PastSpansReader::read(const Request& request, const std::stop_token& stop)
{
    // What cannot be opened now is tried again with the next request.
    const bool isOpen = (m_isGrowing || !m_recording.topology()) ? m_recording.refresh().isOk() : true;
    if (!isOpen || !m_recording.topology() || !request.topology || request.range.isEmpty())
        return std::make_shared<PastSpans>(TimeRange{});
    const Duration length = std::max(request.range.length() / parts, shortestPart);
    const auto partAt = [&](std::int64_t number) {
        return TimeRange{request.range.from + number * length,
                         std::min(request.range.from + (number + 1) * length, request.range.to)};
    };
    const std::int64_t last = (request.range.length().count() - 1) / length.count();
    const std::int64_t here = std::clamp((request.middle - request.range.from) / length, std::int64_t{0}, last);
    // Outwards from what is looked at most, and always a stretch without holes.
    std::map<std::int64_t, std::vector<RecordedSpan>> read;
    std::size_t count = 0;
    for (std::int64_t low = here, high = here + 1; (low >= 0 || high <= last) && count < maxSpans;) {
        const bool goesLow = low >= 0 && (high > last || here - low <= high - here);
        const std::int64_t number = goesLow ? low-- : high++;
        if (stop.stop_requested())
            return nullptr;
        std::vector<RecordedSpan>& spans = read[number];
        spans = m_recording.spans(partAt(number));
        count += spans.size();
    }
    const auto past
        = std::make_shared<PastSpans>(TimeRange{partAt(read.begin()->first).from, partAt(read.rbegin()->first).to});
    Placement placement(m_recording, request.topology, past->spans());
    for (auto& [number, spans] : read) {
        // One that reaches over a part's beginning came with the part before, but for the first.
        const std::int64_t from = number == read.begin()->first ? std::numeric_limits<std::int64_t>::min()
                                                                : partAt(number).from.time_since_epoch().count();
        std::ranges::sort(spans, {}, &RecordedSpan::startNs);
        for (const RecordedSpan& span : spans) {
            if (span.startNs >= from)
                placement.add(span);
        }
    }
    past->seal();
    return past;
}

} // namespace lockstep
