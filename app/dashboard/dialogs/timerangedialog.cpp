// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/timerangedialog.h"

#include "models/view/time/timewindow.h"

#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::minutes recent{15};

QDateTimeEdit* makeEdit(const QString& name, TimePoint moment)
{
    auto* const edit = new QDateTimeEdit;
    edit->setTimeSpec(Qt::UTC);
    edit->setDisplayFormat(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s);
    edit->setDateTime(
        QDateTime::fromMSecsSinceEpoch(moment.time_since_epoch() / std::chrono::milliseconds(1), Qt::UTC));
    edit->setAccessibleName(name);
    return edit;
}

TimePoint momentIn(const QDateTimeEdit& edit)
{
    return TimePoint(std::chrono::milliseconds(edit.dateTime().toMSecsSinceEpoch()));
}

} // namespace

TimeRangeDialog::TimeRangeDialog(TimeWindow& time, std::optional<TimePoint> onset, QWidget* parent)
    : QDialog(parent),
      m_time(time),
      m_from(makeEdit(tr("From"), time.target().range.from)),
      m_to(makeEdit(tr("To"), time.target().range.to))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Go to time range"));
    auto* const last = new QPushButton(tr("Last 15 min"));
    auto* const since = new QPushButton(tr("Since alert onset"));
    auto* const all = new QPushButton(tr("All data"));
    since->setEnabled(onset.has_value());
    auto* const common = new QHBoxLayout;
    for (QPushButton* button : {last, since, all}) {
        button->setAutoDefault(false); // Enter confirms the typed range
        common->addWidget(button);
        connect(button, &QPushButton::clicked, this, &QDialog::accept);
    }
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* const show = buttons->addButton(tr("Show range"), QDialogButtonBox::AcceptRole);
    show->setDefault(true);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("From"), m_from);
    form->addRow(tr("To"), m_to);
    form->addRow(common);
    form->addRow(buttons);
    connect(last, &QPushButton::clicked, this, [this] { m_time.follow(recent); });
    connect(all, &QPushButton::clicked, this, [this] { m_time.fitExtent(); });
    if (onset)
        connect(since, &QPushButton::clicked, this, [this, onset] { showSince(*onset); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &TimeRangeDialog::showTyped);
    const auto follow = [this, show] {
        show->setEnabled(!typed().isEmpty());
    };
    connect(m_from, &QDateTimeEdit::dateTimeChanged, this, follow);
    connect(m_to, &QDateTimeEdit::dateTimeChanged, this, follow);
}

TimeRange TimeRangeDialog::typed() const
{
    const TimePoint from = momentIn(*m_from);
    return {from, std::max(from, momentIn(*m_to))};
}

void TimeRangeDialog::showTyped()
{
    m_time.setRange(typed());
    accept();
}

/// From shortly before the alert to the moment shown; continues while following.
void TimeRangeDialog::showSince(TimePoint onset)
{
    constexpr std::chrono::seconds before{10};
    const TimePoint end = std::max(m_time.target().cursor, onset + before);
    if (m_time.target().isFollowing)
        m_time.follow(end - onset + before);
    else
        m_time.setRange({onset - before, end});
}

} // namespace lockstep

#include "moc_timerangedialog.cpp"
