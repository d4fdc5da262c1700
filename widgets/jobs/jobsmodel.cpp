// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/jobsmodel.h"

#include "models/core/units.h"
#include "widgets/common/text.h"

#include <cmath>

namespace lockstep {

JobsModel::JobsModel(QObject* parent)
    : TableModel({{tr("Job")},
                  {tr("GPUs"), {}, isFigure},
                  {tr("Step"), {}, isFigure},
                  {tr("Step time"), {}, isFigure},
                  {tr("Goodput"),
                   tr("Goodput: share of the job's GPU time in the visible range that was productive, without waits, "
                      "checkpoints, restarts and lost work"),
                   isFigure},
                  {tr("Wait loss"), {}, isFigure},
                  {tr("MFU"),
                   tr("Model FLOPs utilisation, then its reference: the value in the cluster file or, without one, the "
                      "job's best hour"),
                   isFigure}},
                 parent)
{ }

EntityRef JobsModel::jobAt(int row) const
{
    return rowAt(row) != nullptr ? rowAt(row)->job : EntityRef{};
}

int JobsModel::rowOf(EntityRef job) const
{
    return rowWith(job, &Row::job);
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
        return alignment(index.column());
    case EntityRole:
        return QVariant::fromValue(row->job);
    default:
        return {};
    }
}

} // namespace lockstep

#include "moc_jobsmodel.cpp"
