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
    void foundNone(int direction); ///< the last step leads nowhere

private:
    struct Search
    {
        EntityRef of;
        int direction = 1;
        TimePoint from; ///< the moment that was left
        TimePoint reached; ///< up to where no span began
        Duration stretch; ///< that is read next
    };

    void goOn();
    void take(TimeRange asked, const std::shared_ptr<const PastSpans>& past);
    void finish(std::optional<TimePoint> found);
    /// The nearest stretch before @p found that has not been read.
    [[nodiscard]] std::optional<TimeRange> unreadBefore(std::optional<TimePoint> found) const;

    const ClusterModel& m_cluster;
    TimeWindow& m_time;
    std::optional<Search> m_search; ///< that waits for the reader
    TimeRange m_asked;
    PastSpansReader m_reader; ///< last: its thread ends before its receiver is destroyed
};

} // namespace lockstep
