// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/fabric/linkfacts.h"

#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockstep {

class CablingList;

struct ChangeSet;

/// Both ends of the selected link side by side, and the collectives that may have crossed it; selecting one selects its
/// GPUs. Links that differ from the plan are listed below. GUI thread.
class LinkPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LinkPanel(ViewContext context, QWidget* parent = nullptr);

    /// The link shown: that of the last selected port. Invalid: none.
    [[nodiscard]] EntityRef link() const { return m_link; }
    /// The facts when it was last visible.
    [[nodiscard]] const LinkFacts& facts() const { return m_facts; }
    [[nodiscard]] QString caption() const { return m_caption; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void takeSelection();
    void refresh();
    void fillEnds();
    void fillFlows(bool areKnown);
    void chooseFlow(QTreeWidgetItem* item);

    ViewContext m_context;
    EntityRef m_link;
    FabricMap m_map;
    std::uint64_t m_mapVersion = 0;
    LinkFacts m_facts;
    QLabel* m_title;
    QTreeWidget* m_ends;
    QLabel* m_flowsTitle;
    QTreeWidget* m_flows;
    CablingList* m_cabling;
    RepaintLimiter m_limiter{RepaintLimiter::Turn::Third};
    QString m_caption;
};

} // namespace lockstep
