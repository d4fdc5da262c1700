// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/whatif.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace lockstep {

/// Bars of a what-if analysis: the cost of each kind of op, and the step time without each of the slowest workers.
/// Paints what fits, worst first. GUI thread; owned by its panel.
class WhatIfBars : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfBars(ViewContext context, QWidget* parent = nullptr);

    /// null: unknown
    void show(const std::shared_ptr<const JobWhatIf>& whatIf);

    [[nodiscard]] QSize sizeHint() const override { return {300, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 72}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Bar
    {
        QString label;
        QString value;
        double share = 0; ///< of the widest
    };
    struct Section
    {
        QString title;
        std::vector<Bar> bars;
    };

    [[nodiscard]] static Section sectionWithout(const JobWhatIf& whatIf);
    void drawBar(QPainter& painter, const QRect& line, const Bar& bar, int labelWidth, int valueWidth) const;

    ViewContext m_context;
    std::vector<Section> m_sections;
};

} // namespace lockstep
