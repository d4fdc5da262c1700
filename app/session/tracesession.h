// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "app/session/traceopener.h"

#include <QTimer>

#include <memory>
#include <vector>

namespace lockstep {

class ResultColumns;
struct Derived;

/// Opened trace files: feeds their data to the queue at the pace of the analyses, so that they miss no span. GUI
/// thread.
class TraceSession : public Session
{
    Q_OBJECT

public:
    /// Memory limit for columns computed from a trace; the rest is omitted, with a note.
    static constexpr std::size_t columnBudget = std::size_t{1} << 30U;

    explicit TraceSession(Duration history, OpenedTrace trace, std::size_t columnBytes = columnBudget);
    ~TraceSession() override;

    void begin() override;

    [[nodiscard]] Kind kind() const override { return Kind::Trace; }
    /// The moment shown: the cursor, limited to the trace.
    [[nodiscard]] TimePoint now() const override;
    [[nodiscard]] std::string origin() const override { return "trace " + m_trace.name; }
    void stepBySpan(EntityRef of, int direction) override;

private:
    void feed();
    void reportNotes();
    void keepDerived(const Derived& derived);
    [[nodiscard]] TickRange ticks() const;
    [[nodiscard]] TickIndex ticksThatFit() const;

    OpenedTrace m_trace;
    std::size_t m_columnBytes;
    std::unique_ptr<ResultColumns> m_columns;
    std::size_t m_next = 0; ///< next batch to feed
    QTimer m_feeding;
};

} // namespace lockstep
