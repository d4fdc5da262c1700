// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "datasources/recording/recordingtier.h"
#include "models/core/work/latestrequest.h"

#include <QDialog>

#include <array>
#include <vector>

class QDoubleSpinBox;
class QLabel;

namespace lockstep {

/// Edits the limits of recordings, and shows how much time they cover at the present rate. The recording is read on
/// another thread. GUI thread; deletes itself.
class RecordingLimitsDialog : public QDialog
{
    Q_OBJECT

public:
    /// @param recording folder whose rate is shown; empty: none
    RecordingLimitsDialog(const RecordingLimits& limits, const QString& recording, QWidget* parent = nullptr);

    [[nodiscard]] RecordingLimits limits() const;
    void accept() override;

Q_SIGNALS:
    void chosen(const lockstep::RecordingLimits& limits);

private:
    struct Row
    {
        QDoubleSpinBox* gibibytes;
        QDoubleSpinBox* days;
        QLabel* holds;
    };
    [[nodiscard]] static RecordingCaps capsOf(const Row& row);
    void take(std::vector<Recording::Kept> kept);
    void showTimes();

    std::array<Row, 1 + tierCount> m_rows{}; ///< full resolution first
    std::vector<Recording::Kept> m_kept;
    LatestRequest m_reader; ///< last: its thread ends before what it notifies
};

} // namespace lockstep
