// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/recordinglimitsdialog.h"

#include "widgets/common/controls.h"
#include "widgets/common/text.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace lockstep {

namespace {

QDoubleSpinBox* makeSpin(double value, double least, double most, const QString& unit, const QString& name)
{
    auto* const spin = new QDoubleSpinBox;
    spin->setRange(least, most);
    spin->setDecimals(1);
    spin->setValue(value);
    spin->setSuffix(QStringLiteral(" ") + unit);
    spin->setAccessibleName(name);
    return spin;
}

} // namespace

RecordingLimitsDialog::RecordingLimitsDialog(const RecordingLimits& limits, const QString& recording, QWidget* parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Recording limits"));
    auto* const grid = new QGridLayout(this);
    auto* const words = makeLabel(
        tr("When a limit is reached, the oldest data is deleted. Lockstep keeps the minimum, mean and maximum of "
           "deleted samples per minute and per ten minutes. New limits apply when you next open a data source."));
    words->setWordWrap(true);
    grid->addWidget(words, 0, 0, 1, 4);
    grid->addWidget(makeLabel(tr("Size limit")), 1, 1);
    grid->addWidget(makeLabel(tr("Age limit")), 1, 2);
    grid->addWidget(makeLabel(tr("Retention at current data rate")), 1, 3);
    for (std::size_t at = 0; at < m_rows.size(); ++at) {
        const bool isFull = at == 0;
        const QString title = isFull ? tr("All samples") : toQString(recordingTiers()[at - 1].title);
        const RecordingCaps& caps = isFull ? limits.ticks : limits.tiers[at - 1];
        Row& row = m_rows[at];
        row.gibibytes = makeSpin(static_cast<double>(caps.bytes) / RecordingCaps::gibibyte, isFull ? 0.1 : 0, 1e6,
                                 tr("GiB"), tr("%1: size limit").arg(title));
        row.days = makeSpin(RecordingCaps::Days(caps.age).count(), 0.1, RecordingCaps::maxDays, tr("days"),
                            tr("%1: age limit").arg(title));
        row.holds = makeLabel();
        const int line = static_cast<int>(at) + 2;
        grid->addWidget(makeLabel(title), line, 0);
        grid->addWidget(row.gibibytes, line, 1);
        grid->addWidget(row.days, line, 2);
        grid->addWidget(row.holds, line, 3);
        for (QDoubleSpinBox* const spin : {row.gibibytes, row.days})
            connect(spin, &QDoubleSpinBox::valueChanged, this, &RecordingLimitsDialog::showTimes);
    }
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &RecordingLimitsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    grid->addWidget(buttons, static_cast<int>(m_rows.size()) + 2, 0, 1, 4);
    showTimes();
    if (recording.isEmpty())
        return;
    m_reader.ask([this, path = recording.toStdString()](const std::stop_token& stop) {
        const Result<Recording> opened = Recording::open(path, stop, Recording::Reads::TicksAndTiers);
        if (opened.isOk())
            QMetaObject::invokeMethod(
                this, [this, kept = opened.value().kept()] { take(kept); }, Qt::QueuedConnection);
    });
}

RecordingCaps RecordingLimitsDialog::capsOf(const Row& row)
{
    return {static_cast<std::uint64_t>(row.gibibytes->value() * RecordingCaps::gibibyte),
            std::chrono::duration_cast<Duration>(RecordingCaps::Days(row.days->value()))};
}

RecordingLimits RecordingLimitsDialog::limits() const
{
    RecordingLimits limits;
    limits.ticks = capsOf(m_rows[0]);
    for (std::size_t at = 0; at < tierCount; ++at)
        limits.tiers[at] = capsOf(m_rows[at + 1]);
    return limits;
}

void RecordingLimitsDialog::accept()
{
    Q_EMIT chosen(limits());
    QDialog::accept();
}

void RecordingLimitsDialog::take(std::vector<Recording::Kept> kept)
{
    m_kept = std::move(kept);
    showTimes();
}

void RecordingLimitsDialog::showTimes()
{
    for (std::size_t at = 0; at < m_rows.size(); ++at) {
        const RecordingCaps caps = capsOf(m_rows[at]);
        const auto known = std::ranges::find_if(m_kept, [at, this](const Recording::Kept& each) {
            return at == 0 ? &each == &m_kept.front() : each.step == recordingTiers()[at - 1].step;
        });
        const Duration fitting = known == m_kept.end() ? Duration{} : known->fittingInto(caps.bytes);
        m_rows[at].holds->setText(
            fitting == Duration{}
                ? tr("no data yet")
                : quantityText(std::chrono::duration<double>(std::min(fitting, caps.age)).count(), Unit::Seconds));
    }
}

} // namespace lockstep

#include "moc_recordinglimitsdialog.cpp"
