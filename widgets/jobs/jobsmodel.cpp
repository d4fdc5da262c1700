// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/jobsmodel.h"

#include "models/core/units.h"
#include "widgets/common/text.h"

#include <cmath>

namespace lockstep {

EntityRef JobsModel::jobAt(int row) const
{
    return rowAt(row) != nullptr ? rowAt(row)->job : EntityRef{};
}

int JobsModel::rowOf(EntityRef job) const
{
    return rowWith(job, &Row::job);
}

int JobsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString JobsModel::text(const Row& row, int column)
{
    const auto number = [](double value) {
        return std::isnan(value) ? tr("no data") : toQString(formatNumber(value));
    };
    switch (column) {
    case NameColumn:
        return toQString(row.name);
    case GpusColumn:
        return number(row.gpus);
    case StepColumn:
        return std::isnan(row.step) ? tr("no data") : QString::number(std::llround(row.step));
    case StepTimeColumn:
        return quantityText(row.stepSeconds, Unit::Seconds);
    case GoodputColumn:
        return quantityText(row.goodput, Unit::Ratio);
    case WaitColumn:
        return quantityText(row.waitShare, Unit::Ratio);
    case MfuColumn:
        return std::isnan(row.mfu * row.mfuReference)
            ? quantityText(row.mfu, Unit::Ratio)
            : tr("%1 / %2").arg(quantityText(row.mfu, Unit::Ratio), quantityText(row.mfuReference, Unit::Ratio));
    default:
        return {};
    }
}

QVariant JobsModel::data(const QModelIndex& index, int role) const
{
    const Row* const row = rowAt(index.row());
    if (row == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, index.column());
    case Qt::TextAlignmentRole:
        return alignment(index.column() != NameColumn);
    case EntityRole:
        return QVariant::fromValue(row->job);
    default:
        return {};
    }
}

QVariant JobsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(section != NameColumn);
    if (role == Qt::ToolTipRole && section == GoodputColumn)
        return tr("Goodput: share of the job's GPU time in the visible range that was productive, without waits, "
                  "checkpoints, restarts and lost work");
    if (role == Qt::ToolTipRole && section == MfuColumn)
        return tr("Model FLOPs utilisation / its reference, which is the value in the cluster file or that of the "
                  "job's best hour");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Job");
    case GpusColumn:
        return tr("GPUs");
    case StepColumn:
        return tr("Step");
    case StepTimeColumn:
        return tr("Step time");
    case GoodputColumn:
        return tr("Goodput");
    case WaitColumn:
        return tr("Wait loss");
    case MfuColumn:
        return tr("MFU");
    default:
        return {};
    }
}

} // namespace lockstep

#include "moc_jobsmodel.cpp"
