// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/incidents/judgement.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace lockstep {

/// The story of one alert, line by line: the causal chain, rejected alternatives, owners and the runbook. GUI thread;
/// owned by the view.
class AlertStoryModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column : int { SinceColumn, WhatColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// @param runbook its Markdown text; empty: none
    /// @param judged judgements of the alert, the latest first
    void tell(const std::optional<Alert>& alert, const QString& runbook, const std::vector<Judgement>& judged = {});

private:
    struct Line
    {
        QString since;
        QString what;
        EntityRef entity; ///< invalid: none
        std::optional<TimePoint> time; ///< that a click goes to
        bool isDim = false;
        friend bool operator==(const Line&, const Line&) = default;
    };
    [[nodiscard]] static std::vector<Line> linesOf(const Alert& alert, const QString& runbook,
                                                   const std::vector<Judgement>& judged);

    std::vector<Line> m_lines;
};

} // namespace lockstep
