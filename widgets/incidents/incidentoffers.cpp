// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidentoffers.h"

#include "models/analysis/causality/alertfigure.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr std::size_t maxOffers = 6;

} // namespace

IncidentOffers::IncidentOffers(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_heading(makeLabel()), m_lines(new QVBoxLayout(this))
{
    m_heading->setFont(titleFont());
    auto* const advice
        = makeNote(tr("Choose an incident from the list. To open a new one, mark a range (Shift + drag) and press I."));
    for (QLabel* const label : {m_heading, advice}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
    }
    m_lines->setContentsMargins(12, 12, 12, 12);
    m_lines->setSpacing(8);
    m_lines->addStretch(1);
    m_lines->addWidget(m_heading);
    m_lines->addWidget(advice);
    m_lines->addStretch(2);
    if (context.alerts != nullptr)
        connect(context.alerts, &JoinedAlerts::joined, this, &IncidentOffers::refresh);
    connect(&context.cluster, &ClusterModel::changed, this, &IncidentOffers::refresh);
    connect(&context.time, &TimeWindow::cursorChanged, this, &IncidentOffers::refresh);
}

void IncidentOffers::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

/// Keeps the buttons while the offered alerts stay the same.
void IncidentOffers::refresh()
{
    if (!isVisible() || m_context.alerts == nullptr)
        return;
    const TimePoint moment = m_context.time.isFollowing() ? m_context.cluster.store().now() : m_context.time.cursor();
    std::vector<AlertAt> offered;
    for (const Alert& alert : m_context.alerts->at(moment)) {
        if (!alert.end && alert.state != Alert::State::Shelved && offered.size() < maxOffers)
            offered.push_back({alert, moment});
    }
    m_heading->setText(offered.empty() ? tr("No incident open.") : tr("Open an incident from:"));
    while (m_buttons.size() < static_cast<qsizetype>(offered.size())) {
        const auto at = static_cast<std::size_t>(m_buttons.size());
        auto* const button = new QPushButton;
        connect(button, &QPushButton::clicked, this, [this, at] { Q_EMIT incidentWanted(AlertAt(m_offered.at(at))); });
        m_lines->insertWidget(m_lines->count() - 2, button); // above the advice
        m_buttons.append(button);
    }
    m_offered = std::move(offered);
    for (qsizetype at = 0; at < m_buttons.size(); ++at) {
        const bool isOffered = at < static_cast<qsizetype>(m_offered.size());
        m_buttons[at]->setVisible(isOffered);
        if (!isOffered)
            continue;
        const Alert& alert = m_offered[static_cast<std::size_t>(at)].alert;
        const QString title = modelText(titleAt(alert, m_context.cluster.store(), moment));
        m_buttons[at]->setText(
            m_buttons[at]->fontMetrics().elidedText(title, Qt::ElideRight, width() - 48)); // its margins
        m_buttons[at]->setToolTip(title);
        m_buttons[at]->setAccessibleName(tr("Open an incident from: %1").arg(title));
    }
}

} // namespace lockstep

#include "moc_incidentoffers.cpp"
