// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/rates.h"
#include "models/view/viewcontext.h"

#include <QObject>

#include <optional>
#include <vector>

namespace lockstep {

class BoundLine;
class FigureTree;

/// Input fields for the cost of GPU time, currency and GPU hours between failures, at the end of a figure tree; saved
/// in the settings. Needs ViewContext::rates. GUI thread; owned by its panel.
class RateFields : public QObject
{
    Q_OBJECT

public:
    RateFields(ViewContext context, FigureTree& tree, QObject* parent = nullptr);

private:
    struct Field
    {
        BoundLine* line;
        std::optional<double> Rates::*rate;
    };

    void addField(FigureTree& tree, const QString& name, std::optional<double> Rates::*rate);
    void take(const Field& field, const QString& text);
    void refresh();

    ViewContext m_context;
    BoundLine* m_currency;
    std::vector<Field> m_fields;
};

} // namespace lockstep
