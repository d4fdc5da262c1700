// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <QDialog>

#include <optional>

class QDateTimeEdit;

namespace lockstep {

class TimeWindow;

/// Asks for an absolute time range in UTC; buttons show common ranges at once. Not modal; deletes itself when closed.
/// GUI thread.
class TimeRangeDialog : public QDialog
{
    Q_OBJECT

public:
    /// @param onset of an alert; nullopt: none
    TimeRangeDialog(TimeWindow& time, std::optional<TimePoint> onset, QWidget* parent);

private:
    [[nodiscard]] TimeRange typed() const;
    void showTyped();
    void showSince(TimePoint onset);

    TimeWindow& m_time;
    QDateTimeEdit* m_from;
    QDateTimeEdit* m_to;
};

} // namespace lockstep
