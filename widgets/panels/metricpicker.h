// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/view/viewcontext.h"

#include <QComboBox>

namespace lockstep {

struct ChangeSet;

/// Chooses the metric that maps, 3D view and charts show: a list grouped by kind of entity, in which typing searches.
/// Bound to Selection::metric both ways. GUI thread; owned by its parent.
class MetricPicker : public QComboBox
{
    Q_OBJECT

public:
    explicit MetricPicker(ViewContext context, QWidget* parent = nullptr);

protected:
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void refill();
    void addGroup(EntityKind kind);
    void showMetric();
    void choose(int row);
    void chooseTyped();
    void leave();

    ViewContext m_context;
};

} // namespace lockstep
