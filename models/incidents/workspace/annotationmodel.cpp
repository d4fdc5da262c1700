// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/workspace/annotationmodel.h"

#include "models/incidents/workspace/incidentworkspace.h"
#include "models/items/itemroles.h"
#include "models/view/time/timeaxis.h"

#include <algorithm>
#include <utility>

namespace lockstep {

AnnotationModel::AnnotationModel(IncidentWorkspace& workspace, QObject* parent)
    : TableModel({{tr("Time")}, {tr("Duration")}, {tr("Note")}, {tr("Where")}, {tr("Links")}, {tr("Author")}}, parent),
      m_workspace(workspace)
{
    connect(&workspace, &IncidentWorkspace::annotationsChanged, this, &AnnotationModel::follow);
    connect(&workspace, &IncidentWorkspace::currentChanged, this, &AnnotationModel::follow);
    follow();
}

QVariant AnnotationModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Annotation& annotation = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return textOf(annotation, index.column());
    case Qt::EditRole:
        return QString::fromStdString(annotation.text);
    case KeyRole:
        return QVariant::fromValue<qulonglong>(annotation.key.value);
    case TimeRole:
        return QVariant::fromValue<qint64>(annotation.range.from.time_since_epoch().count());
    default:
        return {};
    }
}

bool AnnotationModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || index.column() != TextColumn)
        return false;
    m_workspace.editAnnotation(keyAt(index.row()), "Edit the note",
                               [&](Annotation& annotation) { annotation.text = value.toString().toStdString(); });
    return true;
}

Qt::ItemFlags AnnotationModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = TableModel::flags(index);
    return index.isValid() && index.column() == TextColumn ? flags | Qt::ItemIsEditable : flags;
}

QString AnnotationModel::linksOf(const Annotation& annotation) const
{
    QStringList links;
    for (const AnnotationLink& link : m_links) {
        const bool isFrom = link.from == annotation.key;
        const int other = rowOf(isFrom ? link.to : link.from);
        if ((!isFrom && link.to != annotation.key) || other < 0)
            continue;
        const QString number = QString::number(other + 1);
        if (link.kind == LinkKind::Relates)
            links << tr("see %1").arg(number);
        else
            links << (isFrom ? tr("caused %1") : tr("caused by %1")).arg(number);
    }
    return links.join(QStringLiteral(", "));
}

QString AnnotationModel::textOf(const Annotation& annotation, int column) const
{
    switch (column) {
    case TimeColumn:
        return QString::fromStdString(formatTime(annotation.range.from, std::chrono::milliseconds(1)));
    case LengthColumn:
        return annotation.isMoment() ? QString() : QString::fromStdString(formatDuration(annotation.range.length()));
    case TextColumn:
        return QString::fromStdString(annotation.text);
    case WhereColumn: {
        if (annotation.entities.empty())
            return {};
        const QString first = QString::fromStdString(annotation.entities.front().path);
        return annotation.entities.size() == 1 ? first
                                               : tr("%1 and %2 more").arg(first).arg(annotation.entities.size() - 1);
    }
    case LinksColumn:
        return linksOf(annotation);
    default:
        return QString::fromStdString(annotation.author);
    }
}

void AnnotationModel::follow()
{
    std::vector<Annotation> next = m_workspace.currentKey().isValid()
        ? m_workspace.records().annotationsOf(m_workspace.currentKey())
        : std::vector<Annotation>();
    const bool sameRows = std::ranges::equal(next, m_rows, {}, &Annotation::key, &Annotation::key);
    std::set<AnnotationLink> links = m_workspace.records().links();
    if (!sameRows) {
        beginResetModel(); // another incident, or an annotation was added or removed: rare
        m_rows = std::move(next);
        m_links = std::move(links);
        endResetModel();
        return;
    }
    if (next == m_rows && links == m_links)
        return;
    m_rows = std::move(next);
    m_links = std::move(links);
    changeRows(0, rowCount());
}

} // namespace lockstep

#include "moc_annotationmodel.cpp"
