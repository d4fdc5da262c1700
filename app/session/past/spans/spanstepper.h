// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/spans/pastspansreader.h"

#include <QObject>

#include <optional>

namespace lockstep {

class ClusterModel;
class TimeWindow;

/// Steps from span to span, including those that are only in the recording: reads one time range after another until a
/// span is found. GUI thread; owned by the history controller.
class SpanStepper : public QObject
{
    Q_OBJECT

public:
    /// The arguments outlive this.
    /// @param isGrowing a live cluster's own recording; see PastSpansReader
    SpanStepper(Recording recording, bool isGrowing, const ClusterModel& cluster, TimeWindow& time,
                QObject* parent = nullptr);

    /// Goes to the next start of a span of @p of or its parts, after (+1) or before (-1) the moment shown.
    void step(EntityRef of, int direction);

Q_SIGNALS:
    void foundNone(int direction); ///< there is nothing to step to

private:
    struct Search
    {
        EntityRef of;
        int direction = 1;
        TimePoint from; ///< starting moment
        TimePoint reached; ///< no span begins before this, from the start
        Duration stretch; ///< length of the next range
    };

    void goOn();
    void take(TimeRange asked, const std::shared_ptr<const PastSpans>& past);
    void finish(std::optional<TimePoint> found);
    /// The nearest range before @p found that has not been read.
    [[nodiscard]] std::optional<TimeRange> unreadBefore(std::optional<TimePoint> found) const;

    const ClusterModel& m_cluster;
    TimeWindow& m_time;
    std::optional<Search> m_search; ///< search that waits for the reader
    TimeRange m_asked;
    PastSpansReader m_reader; ///< last: its thread ends before its receiver is destroyed
};

} // namespace lockstep
