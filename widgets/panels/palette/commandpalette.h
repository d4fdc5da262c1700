// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/items/itemroles.h"
#include "models/view/viewcontext.h"

#include <QBasicTimer>
#include <QFrame>
#include <QList>
#include <QPointer>
#include <QString>
#include <QStringView>

#include <cstddef>
#include <optional>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QListView;

namespace lockstep {

class ClusterStore;
class PaletteListModel;

/// Match score of @p text for a query. nullopt if it does not match; otherwise higher is better. Each word of the query
/// must occur, in any order: as contiguous letters, ideally at the start of a word, or as letters in order. Ignores
/// case.
[[nodiscard]] std::optional<int> fuzzyScore(QStringView query, QStringView text);

/// A palette entry: run an action, go to an entity, show a metric.
struct PaletteEntry
{
    enum class Kind { Action, Entity, Metric };

    Kind kind = Kind::Action;
    QString text;
    QString detail; ///< keys, kind of entity, unit
    QPointer<QAction> action;
    EntityRef entity;
    MetricId metric;
    int score = 0;
};

/// Searches actions, metrics and entities in short steps, so that a large cluster never delays a key press. GUI thread;
/// a member of the palette.
class PaletteSearch
{
public:
    static constexpr std::size_t maxResults = 50;

    void setActions(const QList<QAction*>& actions);
    void start(const QString& query);
    /// Examines about @p budget more candidates. @return true when all are done
    bool advance(const ClusterStore& store, std::size_t budget);

    /// Best first.
    [[nodiscard]] const std::vector<PaletteEntry>& results() const { return m_results; }

private:
    void searchActions();
    void searchMetrics(const ClusterStore& store);
    void consider(PaletteEntry entry);

    QList<QPointer<QAction>> m_actions;
    QString m_query;
    std::vector<PaletteEntry> m_results;
    std::size_t m_kind = 0; ///< current kind in the search through entities
    std::uint32_t m_index = 0;
    bool m_isStarted = false;
};

/// Finds commands, entities and metrics by typing. An overlay inside the window. Up and Down select, Enter runs, Escape
/// or a click elsewhere closes. GUI thread; owned by its window.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    CommandPalette(ViewContext context, QWidget* window);
    ~CommandPalette() override;

    void setActions(const QList<QAction*>& actions);
    /// Opens it, or closes it if it is open.
    void open();

Q_SIGNALS:
    void entityChosen(lockstep::EntityRef entity);
    void metricChosen(lockstep::MetricId metric);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void close();
    void place();
    void search();
    void finishSearch(); ///< finishes the search now
    void showResults();
    void run(int row);
    bool typed(int key);

    ViewContext m_context;
    PaletteSearch m_search;
    QLineEdit* m_edit;
    QListView* m_list;
    QLabel* m_nothing;
    PaletteListModel* m_model;
    QPointer<QWidget> m_focusBefore;
    QBasicTimer m_timer;
};

} // namespace lockstep
