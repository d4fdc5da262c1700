// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/eventtrace.h"

#include "datasources/traces/formats/kinetotrace.h"
#include "datasources/traces/formats/paralleltrace.h"
#include "datasources/traces/pieces/eventpieces.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

namespace lockstep {

namespace {

class EventTrace
{
public:
    EventTrace(std::unique_ptr<BlockReader> reader, TraceDetail detail)
        : m_file(reader->name()),
          m_meter(reader->meter()),
          m_pieces(std::move(reader)),
          m_parallel(m_meter),
          m_kineto(detail, m_meter)
    { }

    void read()
    {
        simdjson::dom::parser parser;
        while (const auto piece = m_pieces.next()) {
            simdjson::dom::element events;
            constexpr bool copyFirst = false; // the piece has the room behind it that the parser reads ahead into
            const auto error = parser.parse(piece->data(), piece->size(), copyFirst).get(events);
            if (error != simdjson::SUCCESS) {
                m_notes.push_back(
                    fmt::format("{}: unsound JSON among its first {} events ({}); what follows was not read", m_file,
                                m_pieces.eventCount(), simdjson::error_message(error)));
                return;
            }
            addAll(events);
        }
        if (m_pieces.problem())
            damage(m_pieces.problem()->message);
    }

    Result<TraceFile> finish(const EventTraceRequest& request)
    {
        if (m_kind == Kind::Undecided) {
            if (m_isDamaged)
                return Error{m_damage};
            return Error{fmt::format("{}: {} events, none of which is a profiler's or a training op; expected a Kineto "
                                     "trace or ops with a step",
                                     m_file, m_pieces.eventCount())};
        }
        if (m_kind == Kind::Parallel) {
            auto trace = m_parallel.finish(m_file, m_notes);
            if (!trace.isOk())
                return explain(trace.error());
            return TraceFile{std::move(trace).value(), std::move(m_notes)};
        }
        auto trace = m_kineto.finish(m_file, m_pieces.frame(), request.rankOfName, m_notes);
        if (!trace.isOk())
            return explain(trace.error());
        if (request.saidRank)
            setRank(trace.value(), *request.saidRank);
        return TraceFile{std::move(trace).value(), std::move(m_notes)};
    }

private:
    void damage(const std::string& how)
    {
        m_isDamaged = true;
        m_damage = how;
        m_notes.push_back(how);
    }

    enum class Kind : std::uint8_t { Undecided, Parallel, Kineto };

    void addAll(simdjson::dom::element events)
    {
        const auto array = arrayOf(events);
        if (!array)
            return;
        if (m_kind == Kind::Undecided)
            decide(*array);
        for (const auto element : *array) {
            const auto object = objectOf(element);
            if (!object)
                continue;
            const auto event = readTraceEvent(*object);
            // Until the kind is known both see metadata, which may come before the first telling event.
            if (m_kind != Kind::Kineto)
                m_parallel.add(event);
            if (m_kind != Kind::Parallel)
                m_kineto.add(event);
        }
    }

    void decide(simdjson::dom::array events)
    {
        for (const auto element : events) {
            const auto object = objectOf(element);
            const auto event = object ? readTraceEvent(*object) : TraceEvent{};
            if (ParallelTraceBuilder::recognises(event))
                m_kind = Kind::Parallel;
            else if (KinetoBuilder::recognises(event))
                m_kind = Kind::Kineto;
            if (m_kind != Kind::Undecided)
                return;
        }
    }

    /// What a damaged file lacks may stand behind the damage (thread names often come last), so both are reported.
    [[nodiscard]] Error explain(const Error& error) const
    {
        return m_isDamaged ? Error{fmt::format("{}; {}", error.message, m_damage)} : error;
    }

    static void setRank(CollectiveTrace& trace, std::int32_t rank)
    {
        trace.participants.front().rank = rank;
        for (auto& op : trace.ops)
            op.member = rank;
    }

    std::string m_file;
    TraceMeter& m_meter;
    EventPieces m_pieces;
    ParallelTraceBuilder m_parallel;
    KinetoBuilder m_kineto;
    Kind m_kind = Kind::Undecided;
    bool m_isDamaged = false;
    std::string m_damage;
    std::vector<std::string> m_notes;
};

} // namespace

Result<TraceFile> readEventTrace(std::unique_ptr<BlockReader> reader, const EventTraceRequest& request)
{
    EventTrace trace(std::move(reader), request.detail);
    trace.read();
    return trace.finish(request);
}

} // namespace lockstep
