// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTreeWidget>

class QJsonObject;

namespace lockstep {

/// The answer of `lockstep place` or `lockstep plan` as a table, from its JSON. Each row is short and expands to its
/// reasons. GUI thread; owned by its parent.
class PlanningResult : public QTreeWidget
{
    Q_OBJECT

public:
    explicit PlanningResult(QWidget* parent = nullptr);

    void showPlaces(const QJsonObject& places);
    void showPlan(const QJsonObject& plan);

private:
    void begin(const QStringList& columns);
    void finish();
    void addFree(const QJsonObject& places);
    void addExcluded(const QJsonObject& places);
    void addJob(const QJsonObject& plan);
    void addFailures(const QJsonObject& plan);
    QTreeWidgetItem* addGroup(const QString& title, bool isOpen);
};

} // namespace lockstep
