// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricmap.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/core/topology/cablingcheck.h"
#include "models/core/work/latestrequest.h"
#include "models/store/clusterstore.h"
#include "models/view/viewcontext.h"
#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/common/panel.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockstep {

struct ChangeSet;

/// Links that differ from the plan, one per row. Selecting one selects its port. Hidden if no links are planned.
/// Compares in the background, and only while visible. GUI thread; owned by its parent.
class CablingList : public QWidget
{
    Q_OBJECT

public:
    explicit CablingList(ViewContext context, QWidget* parent = nullptr);

    /// As of the last completed comparison.
    [[nodiscard]] const CablingCheck& check() const { return m_check; }

Q_SIGNALS:
    void compared();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void refreshComparison();
    void take(const TopologyPtr& topology, CablingCheck check, const QStringList& lines);
    void choose(QTreeWidgetItem* item);
    void markSelected();

    ViewContext m_context;
    QLabel* m_title;
    QTreeWidget* m_rows;
    CablingCheck m_check;
    std::uint64_t m_version = 0; ///< of the topology when last read
    std::vector<float> m_rates; ///< at that time
    LatestRequest m_comparison; ///< last: ends before the objects that it notifies
};

/// The value of one end of a link.
struct LinkValue
{
    QString text;
    std::optional<Severity> severity;
};

/// One metric at both ends.
struct LinkFact
{
    QString title;
    LinkValue near;
    LinkValue far;
};

/// A communicator whose collectives may use the link.
struct LinkFlow
{
    QString name; ///< "train-a/dp3"
    QString text; ///< "56 ranks · 41.2 GB/s of 50 GB/s"
    std::optional<Severity> severity;
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< its members; an invalid entry is an unknown GPU
};

/// Both ends of a link and its traffic, ready for display.
struct LinkFacts
{
    EntityRef near; ///< invalid: no link is selected
    EntityRef far; ///< a port, or the switch or node if the port is unknown; invalid: unknown
    QString nearName;
    QString farName;
    std::vector<LinkFact> facts;
    std::vector<LinkFlow> flows; ///< worst first
    std::size_t moreFlows = 0; ///< left out
};

/// Both ends of the selected link side by side, and the collectives that may use it. Selecting a collective selects its
/// GPUs. Links that differ from the cabling plan are listed below. GUI thread.
class LinkPanel : public Panel
{
    Q_OBJECT

public:
    explicit LinkPanel(ViewContext context, QWidget* parent = nullptr);

    /// The link of the last selected port. Invalid: none.
    [[nodiscard]] EntityRef link() const { return m_link; }
    /// The facts when it was last visible.
    [[nodiscard]] const LinkFacts& facts() const { return m_facts; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void takeSelection();
    void refresh();
    void fillEnds();
    void fillFlows(bool areKnown);
    void chooseFlow(QTreeWidgetItem* item);

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
};

} // namespace lockstep
