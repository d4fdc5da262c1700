// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/comparebar.h"

#include "app/dashboard/comparedesk.h"
#include "widgets/common/controls.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <array>

namespace lockstep {

namespace {

QToolButton* makeButton(const QString& text, const QString& explanation, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(explanation);
    button->setAccessibleName(text);
    button->setAccessibleDescription(explanation);
    return button;
}

} // namespace

CompareBar::CompareBar(CompareDesk& desk, QWidget* parent)
    : QWidget(parent),
      m_desk(desk),
      m_sentence(new QLabel(this)),
      m_mean(makeModeButton(tr("Mean"), tr("Each thing against its own mean over the baseline"), this)),
      m_moments(makeModeButton(tr("Moments"), tr("Each moment against the same moment of the baseline"), this))
{
    setAccessibleName(tr("Comparison"));
    setAutoFillBackground(true);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(8, 2, 8, 2);
    line->setSpacing(4);
    line->addWidget(m_sentence, 1);
    addModes(*line);

    auto* how = new QButtonGroup(this);
    for (QToolButton* each : {m_mean, m_moments}) {
        how->addButton(each);
        line->addWidget(each);
    }
    connect(m_mean, &QToolButton::clicked, this, [this] { m_desk.setHow(Baseline::How::Mean); });
    connect(m_moments, &QToolButton::clicked, this, [this] { m_desk.setHow(Baseline::How::Moment); });
    line->addSpacing(8);
    auto* lay = makeButton(tr("Lay on cursor"), tr("Compare the baseline's beginning with the cursor's moment"), this);
    auto* swap = makeButton(tr("Swap"), tr("Show the baseline, and compare it with what is shown now"), this);
    auto* stop = makeButton(tr("Stop"), tr("Compare no more"), this);
    for (QToolButton* each : {lay, swap, stop})
        line->addWidget(each);
    connect(lay, &QToolButton::clicked, &desk, &CompareDesk::layStartOnCursor);
    connect(swap, &QToolButton::clicked, &desk, &CompareDesk::swap);
    connect(stop, &QToolButton::clicked, &desk, &CompareDesk::stop);
    connect(&desk, &CompareDesk::changed, this, &CompareBar::refresh);
    connect(&desk.comparison(), &Comparison::came, this, &CompareBar::refresh);
    refresh();
}

void CompareBar::addModes(QLayout& layout)
{
    struct Mode
    {
        Shown shown;
        QString text;
        QString explanation;
    };
    const std::array<Mode, 4> modes{{{Shown::Value, tr("Value"), tr("What is")},
                                     {Shown::Baseline, tr("Baseline"), tr("What was in the baseline")},
                                     {Shown::Difference, tr("Difference"), tr("Value less baseline, in its unit")},
                                     {Shown::Change, tr("Change"), tr("The difference as a share of the baseline")}}};
    auto* group = new QButtonGroup(this);
    for (const Mode& mode : modes) {
        QToolButton* button = makeModeButton(mode.text, mode.explanation, this);
        m_shown[mode.shown] = button;
        group->addButton(button);
        layout.addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, shown = mode.shown] { m_desk.show(shown); });
    }
    layout.addItem(new QSpacerItem(8, 0));
}

void CompareBar::refresh()
{
    setVisible(m_desk.isActive());
    if (!m_desk.isActive())
        return;
    m_sentence->setText(m_desk.sentence());
    m_sentence->setToolTip(m_desk.sentence());
    for (const auto& [shown, button] : m_shown) {
        button->setEnabled(m_desk.canShow(shown));
        button->setChecked(shown == m_desk.shown());
    }
    const bool isMean = m_desk.comparison().baseline().how == Baseline::How::Mean;
    m_mean->setChecked(isMean);
    m_moments->setChecked(!isMean);
}

} // namespace lockstep
