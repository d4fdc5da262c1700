// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/view/viewcontext.h"

#include <QComboBox>

namespace lockstep {

struct ChangeSet;

/// Selects the metric of the maps, the 3D view and the charts: a searchable list grouped by kind of entity. Bound to
/// Selection::metric. GUI thread; owned by its parent.
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
