// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/recordedevidence.h"

#include "app/session/incidents/evidenceparts.h"
#include "models/store/events/eventlog.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep {

namespace {

constexpr Duration lengthOfPart = std::chrono::seconds(10); ///< read at a time, to bound memory
constexpr std::size_t maxRecordedEvents = 10'000;

/// Reads a recording part by part.
class EvidenceReader
{
public:
    EvidenceReader(Recording recording, const RecordedEvidenceReader::Request& request)
        : m_recording(std::move(recording)), m_request(request)
    {
        for (const EntityName& name : request.entities) {
            if (const EntityRef found = findEntity(topology(), name); found.isValid())
                m_entities.push_back(found);
        }
    }

    /// @return false if cancelled
    bool readSpans(const std::stop_token& stop)
    {
        for (const TimeRange& range : m_request.spans) {
            for (TimePoint from = range.from; from < range.to; from += lengthOfPart) {
                if (stop.stop_requested())
                    return false;
                addPart({from, std::min(from + lengthOfPart, range.to)}, from == range.from);
            }
        }
        m_read.spansLeftOut += keepWorst(m_read.spans, m_request.maxSpans);
        m_read.lost.lanes = m_read.lanes.size();
        return true;
    }

    void readEvents()
    {
        if (m_request.events.isEmpty())
            return;
        std::vector<RecordedEvent> events = m_recording.events(m_request.events);
        std::ranges::stable_sort(events, {}, [](const RecordedEvent& each) { return each.event.time; });
        EventLog log(maxRecordedEvents);
        for (RecordedEvent& each : events)
            log.add(each.entity, std::move(each.event));
        for (const LoggedEvent& each : log.events())
            m_read.events.push_back({each.lastTime, each.event.severity, nameOf(topology(), each.entity),
                                     each.event.code, sentenceOf(each.event), each.count});
        for (const RecordedGap& each : m_recording.gaps(m_request.events))
            m_read.gaps.push_back(
                {nameOf(topology(), {EntityKind::Node, each.node}), each.gap.range, each.gap.ticks, each.gap.reason});
    }

    RecordedEvidence finish()
    {
        if (!m_recording.problems().empty())
            m_read.problem = m_recording.problems().front();
        return std::move(m_read);
    }

private:
    struct Place
    {
        EntityName name;
        bool isConcerned = false;
    };

    [[nodiscard]] const Topology& topology() const { return *m_recording.topology(); }

    const Place& placeOf(EntityRef entity)
    {
        const auto [known, isNew] = m_places.try_emplace(entity);
        if (isNew)
            known->second
                = {nameOf(topology(), entity),
                   concerns(topology(), entity, m_entities) || (m_entities.empty() && m_request.entities.empty())};
        return known->second;
    }

    std::string nameAt(std::uint32_t id) const
    {
        return id < m_recording.names().size() ? std::string(m_recording.names().name(NameId{id})) : std::string();
    }

    void addPart(TimeRange part, bool isFirst)
    {
        std::unordered_map<std::string, std::uint64_t> numbers;
        std::vector<LaneStretch> stretches;
        for (const RecordedSpan& recorded : m_recording.spans(part)) {
            const TimeRange range{TimePoint(Duration(recorded.startNs)), TimePoint(Duration(recorded.endNs))};
            if (!range.overlaps(part))
                continue;
            const Place& place = placeOf(recorded.entity);
            std::string key = laneKey(place.name.path, nameAt(recorded.lane));
            const auto number = numbers.try_emplace(key, numbers.size()).first->second;
            m_read.lanes.insert(std::move(key));
            stretches.push_back({number, recorded.kind, range});
            // Spans that begin before the part came with the previous part.
            if (place.isConcerned && (isFirst || range.from >= part.from))
                m_read.spans.push_back({place.name, nameAt(recorded.lane), nameAt(recorded.op),
                                        nameAt(recorded.communicator), recorded.kind, range.from, range.to,
                                        recorded.rank, recorded.step, recorded.sequence, recorded.bytes});
        }
        const LostThroughput here = lostThroughput(stretches, part);
        m_read.lost.gpuSeconds += here.gpuSeconds;
        m_read.lost.waitGpuSeconds += here.waitGpuSeconds;
        m_read.lost.restartGpuSeconds += here.restartGpuSeconds;
        if (m_read.spans.size() > 4 * m_request.maxSpans)
            m_read.spansLeftOut += keepWorst(m_read.spans, m_request.maxSpans);
    }

    Recording m_recording;
    const RecordedEvidenceReader::Request& m_request;
    std::vector<EntityRef> m_entities;
    std::unordered_map<EntityRef, Place> m_places;
    RecordedEvidence m_read;
};

} // namespace

std::string laneKey(const std::string& entityPath, const std::string& lane)
{
    return entityPath + '\x1f' + lane;
}

RecordedEvidenceReader::RecordedEvidenceReader(Request request, std::function<void(RecordedEvidence)> done)
    : m_thread([request = std::move(request), done = std::move(done)](const std::stop_token& stop) {
          Result<Recording> opened = Recording::open(request.path, stop);
          if (!opened.isOk())
              return done({{}, 0, {}, {}, {}, {}, opened.error().message});
          EvidenceReader reading(std::move(opened).value(), request);
          if (!reading.readSpans(stop))
              return;
          reading.readEvents();
          done(reading.finish());
      })
{ }

} // namespace lockstep
