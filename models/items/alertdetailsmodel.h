// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/incidents/judgement.h"
#include "models/items/tablemodel.h"

#include <optional>
#include <vector>

namespace lockstep {

struct AlertDetailsLine
{
    QString since;
    QString what;
    EntityRef entity; ///< invalid: none
    std::optional<TimePoint> time; ///< that a click goes to
    bool isDim = false;
    friend bool operator==(const AlertDetailsLine&, const AlertDetailsLine&) = default;
};

/// The story of one alert, line by line: the causal chain, rejected alternatives, owners and the runbook. GUI thread;
/// owned by the view.
class AlertDetailsModel : public TableModel<AlertDetailsLine>
{
    Q_OBJECT

public:
    enum Column : int { SinceColumn, WhatColumn, ColumnCount };

    explicit AlertDetailsModel(QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// @param runbook its Markdown text; empty: none
    /// @param judged judgements of the alert, the latest first
    void setAlert(const std::optional<Alert>& alert, const QString& runbook, const std::vector<Judgement>& judged = {});

private:
    using Line = AlertDetailsLine;

    [[nodiscard]] static std::vector<Line> linesOf(const Alert& alert, const QString& runbook,
                                                   const std::vector<Judgement>& judged);
};

} // namespace lockstep
