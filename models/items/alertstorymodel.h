// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/incidents/judgement.h"
#include "models/items/tablemodel.h"

#include <optional>
#include <vector>

namespace lockstep {

struct AlertStoryLine
{
    QString since;
    QString what;
    EntityRef entity; ///< invalid: none
    std::optional<TimePoint> time; ///< that a click goes to
    bool isDim = false;
    friend bool operator==(const AlertStoryLine&, const AlertStoryLine&) = default;
};

/// The story of one alert, line by line: the causal chain, rejected alternatives, owners and the runbook. GUI thread;
/// owned by the view.
class AlertStoryModel : public TableModel<AlertStoryLine>
{
    Q_OBJECT

public:
    enum Column : int { SinceColumn, WhatColumn, ColumnCount };

    explicit AlertStoryModel(QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// @param runbook its Markdown text; empty: none
    /// @param judged judgements of the alert, the latest first
    void tell(const std::optional<Alert>& alert, const QString& runbook, const std::vector<Judgement>& judged = {});

private:
    using Line = AlertStoryLine;

    [[nodiscard]] static std::vector<Line> linesOf(const Alert& alert, const QString& runbook,
                                                   const std::vector<Judgement>& judged);
};

} // namespace lockstep
