// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidentpictures.h"

#include "models/incidents/workspace/incidentworkspace.h"
#include "models/view/time/timeaxis.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/text.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int stateRole = Qt::UserRole;
constexpr int keyRole = Qt::UserRole + 1;

} // namespace

IncidentPictures::IncidentPictures(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_list(new QListWidget),
      m_empty(new EmptyState(context)),
      m_show(new QPushButton(tr("Restore view")))
{
    m_list->setAccessibleName(tr("Screenshots of this incident"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_empty->setText(
        tr("No screenshots yet."),
        tr("Press Shift+I to add a screenshot of the window. You can restore the view from a screenshot."));
    m_show->setToolTip(tr("Restore the time, selection and workspace of this screenshot"));
    auto* take = new QPushButton(tr("Add screenshot"));
    auto* line = new QHBoxLayout;
    line->setContentsMargins(6, 4, 6, 4);
    line->addWidget(m_show);
    line->addWidget(take);
    line->addStretch(1);
    auto* lines = makeBox<QVBoxLayout>(this, 0);
    lines->addWidget(m_empty, 1);
    lines->addWidget(m_list, 1);
    lines->addLayout(line);
    connect(take, &QPushButton::clicked, this, &IncidentPictures::pictureWanted);
    connect(m_show, &QPushButton::clicked, this, &IncidentPictures::showAgain);
    connect(m_list, &QListWidget::itemActivated, this, &IncidentPictures::showAgain);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) { m_show->setEnabled(row >= 0); });
    refresh();
}

void IncidentPictures::refresh()
{
    const std::vector<Attachment>& pictures = m_context.incidents->details().attachments;
    const QVariant chosen = m_list->currentItem() ? m_list->currentItem()->data(keyRole) : QVariant();
    m_list->clear();
    for (const Attachment& picture : pictures) {
        auto* item = new QListWidgetItem(
            tr("%1\n%2, taken by %3")
                .arg(toQString(picture.title), toQString(formatDateTime(picture.taken)), toQString(picture.author)),
            m_list);
        item->setData(stateRole, toQString(picture.viewState));
        item->setData(keyRole, QVariant::fromValue(quint64{picture.key.value}));
        if (item->data(keyRole) == chosen)
            m_list->setCurrentItem(item);
    }
    m_list->setVisible(!pictures.empty());
    m_empty->setVisible(pictures.empty());
    m_show->setEnabled(m_list->currentItem() != nullptr);
}

void IncidentPictures::showAgain()
{
    if (const QListWidgetItem* const item = m_list->currentItem())
        Q_EMIT stateWanted(item->data(stateRole).toString());
}

} // namespace lockstep

#include "moc_incidentpictures.cpp"
