// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/comparebar.h"

#include "app/session/comparisoncontroller.h"
#include "models/store/clusterstore.h"
#include "models/view/translation.h"
#include "widgets/common/controls.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <QActionGroup>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QString>
#include <QToolButton>

#include <array>

namespace lockstep {

namespace {

/// Says how many entities are left out of the comparison.
QString partnersText(const ComparisonController& compare)
{
    const MetricId metric = compare.shownMetric();
    if (compare.matches() == nullptr || !metric.isValid())
        return {};
    const EntityKind kind = compare.store().metrics().descriptor(metric).entityKind;
    const TopologyMatch& match = (*compare.matches())[static_cast<std::size_t>(kind)];
    QString text;
    if (match.onlyHere > 0)
        text += tr(" · only in the displayed data: %1").arg(countedKind(kind, match.onlyHere));
    if (match.onlyThere > 0)
        text += tr(" · only in the baseline: %1").arg(countedKind(kind, match.onlyThere));
    return text;
}

/// Describes the comparison: "Against the mean of 14:02:10–14:07:10 UTC", and the components that exist on one side
/// only. Empty without a comparison.
QString comparisonSentence(const ComparisonController& compare)
{
    if (!compare.isActive())
        return {};
    const ComparisonBaseline& baseline = compare.comparison().baseline();
    const bool isRecording = compare.matches() != nullptr;
    const QString name = toQString(baseline.name);
    QString text;
    if (baseline.how == ComparisonBaseline::How::Mean) {
        text = isRecording ? tr("Baseline: mean of %1, %2").arg(name, compare.rangeText(baseline.ticks))
                           : tr("Baseline: mean of %1").arg(name);
    } else {
        const QString theirs = compare.clockText(baseline.ticks.from);
        const QString ours = compare.clockText(baseline.ticks.from + baseline.shift);
        text = isRecording
            ? tr("Baseline: %1, compared point by point; its %2 is aligned with %3 UTC").arg(name, theirs, ours)
            : tr("Baseline: %1, compared point by point; %2 is aligned with %3 UTC").arg(name, theirs, ours);
    }
    if (compare.comparison().isBusy())
        text += tr(" · computing the mean…");
    return text + partnersText(compare);
}

} // namespace

CompareBar::CompareBar(ComparisonController& controller, QWidget* parent)
    : QWidget(parent), m_controller(controller), m_sentence(makeLabel({}, this))
{
    setAccessibleName(tr("Comparison"));
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* line = makeBox<QHBoxLayout>(this, 4, {8, 0, 8, 0});
    line->addWidget(m_sentence, 1);
    addModes(*line);
    line->addWidget(makeMore());
    auto* stop = makeButton(tr("Stop"), tr("Stop comparing"), this);
    line->addWidget(stop);
    connect(stop, &QToolButton::clicked, &controller, &ComparisonController::stop);
    connect(&controller, &ComparisonController::changed, this, &CompareBar::refresh);
    connect(&controller.comparison(), &Comparison::came, this, &CompareBar::refresh);
    refresh();
}

/// Button for rarely used commands.
QToolButton* CompareBar::makeMore()
{
    auto* more = makeButton(tr("More"), tr("Choose the method of comparison; align or swap the baseline"), this);
    auto* menu = new QMenu(more);
    menu->setToolTipsVisible(true);
    const auto add = [&](const QString& text, const QString& explanation) {
        QAction* action = menu->addAction(text);
        action->setToolTip(explanation);
        return action;
    };
    m_mean = add(tr("Mean"), tr("Compare each component with its own mean over the baseline"));
    m_moments
        = add(tr("Point by point"), tr("Compare each value with the value at the corresponding time in the baseline"));
    auto* how = new QActionGroup(menu);
    for (QAction* each : {m_mean, m_moments}) {
        each->setCheckable(true);
        how->addAction(each);
    }
    menu->addSeparator();
    QAction* lay = add(tr("Align with cursor"), tr("Align the start of the baseline with the cursor"));
    QAction* swap = add(tr("Swap"), tr("Show the baseline, and use the current data as its baseline"));
    connect(m_mean, &QAction::triggered, this, [this] { m_controller.setHow(ComparisonBaseline::How::Mean); });
    connect(m_moments, &QAction::triggered, this, [this] { m_controller.setHow(ComparisonBaseline::How::Moment); });
    connect(lay, &QAction::triggered, &m_controller, &ComparisonController::layStartOnCursor);
    connect(swap, &QAction::triggered, &m_controller, &ComparisonController::swap);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
    more->setStyleSheet(QStringLiteral("QToolButton { padding-right: 16px; }")); // for the arrow
    return more;
}

void CompareBar::addModes(QLayout& layout)
{
    struct Mode
    {
        Shown shown;
        QString text;
        QString explanation;
    };
    const std::array<Mode, 4> modes{{{Shown::Value, tr("Value"), tr("Current value")},
                                     {Shown::Baseline, tr("Baseline"), tr("Value in the baseline")},
                                     {Shown::Difference, tr("Difference"), tr("Value − baseline")},
                                     {Shown::Change, tr("Change"), tr("(Value − baseline) / baseline")}}};
    auto* group = new QButtonGroup(this);
    for (const Mode& mode : modes) {
        QToolButton* button = makeModeButton(mode.text, mode.explanation, this);
        m_shown[mode.shown] = button;
        group->addButton(button);
        layout.addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, shown = mode.shown] { m_controller.show(shown); });
    }
}

void CompareBar::elideSentence()
{
    const QString whole = m_sentence->toolTip();
    m_sentence->setText(m_sentence->fontMetrics().elidedText(whole, Qt::ElideMiddle, m_sentence->width()));
}

void CompareBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    elideSentence();
}

void CompareBar::refresh()
{
    setVisible(m_controller.isActive());
    if (!m_controller.isActive())
        return;
    m_sentence->setToolTip(comparisonSentence(m_controller));
    elideSentence();
    for (const auto& [shown, button] : m_shown) {
        button->setEnabled(m_controller.canShow(shown));
        button->setChecked(shown == m_controller.shown());
    }
    const bool isMean = m_controller.comparison().baseline().how == ComparisonBaseline::How::Mean;
    m_mean->setChecked(isMean);
    m_moments->setChecked(!isMean);
}

} // namespace lockstep

#include "moc_comparebar.cpp"
