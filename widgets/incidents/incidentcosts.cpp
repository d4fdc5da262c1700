// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidentcosts.h"

#include "models/core/units.h"
#include "models/incidents/coststack.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "models/view/ratesettings.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/incidents/boundline.h"

#include <QFormLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

/// Cost by layer: one bar per layer with its amount, formula and inputs; the total, and what it omits. GUI thread;
/// owned by its parent.
class CostStackView : public QWidget
{
    Q_OBJECT

public:
    explicit CostStackView(ViewContext context, QWidget* parent = nullptr);

    /// @param progress lost progress as text; empty: not known
    void setStack(CostStack stack, std::string progress = {});

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintLine(QPainter& painter, const QRect& area, const CostLine& line, double largest) const;

    ViewContext m_context;
    CostStack m_stack;
    std::string m_progress;
};

namespace {

constexpr int margin = 8;
constexpr int barHeight = 4;

int lineHeight()
{
    return QFontMetrics(textFont()).height() + QFontMetrics(smallTextFont()).height() + barHeight + 10;
}

QString totalText(const CostStack& stack)
{
    const QString amount = toQString(formatAmount(stack.total, stack.currency));
    if (stack.unknownLayers.size() == stack.lines.size())
        return CostStackView::tr("Cost: enter a GPU price");
    return stack.unknownLayers.empty() ? CostStackView::tr("Total %1").arg(amount)
                                       : CostStackView::tr("At least %1").arg(amount);
}

QString remarkText(const CostStack& stack, const std::string& progress)
{
    QStringList lost;
    if (!progress.empty())
        lost << modelText(progress);
    if (stack.shareOfTrainingDay)
        lost << CostStackView::tr("%1 of one day of training")
                    .arg(toQString(formatQuantity(*stack.shareOfTrainingDay, Unit::Ratio)));
    QStringList remarks;
    if (!lost.isEmpty())
        remarks << CostStackView::tr("lost progress: %1").arg(lost.join(QStringLiteral(", ")));
    if (!stack.unknownLayers.empty() && stack.unknownLayers.size() < stack.lines.size())
        remarks
            << CostStackView::tr("%1 of %2 cost items unknown").arg(stack.unknownLayers.size()).arg(stack.lines.size());
    return remarks.join(QStringLiteral("; "));
}

} // namespace

CostStackView::CostStackView(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Cost of the incident by item"));
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    setStack(costStack({}));
}

void CostStackView::setStack(CostStack stack, std::string progress)
{
    m_stack = std::move(stack);
    m_progress = std::move(progress);
    QStringList described{totalText(m_stack)};
    for (const CostLine& line : m_stack.lines)
        described << tr("%1: %2, %3")
                         .arg(modelText(line.layer), toQString(formatAmount(line.amount, m_stack.currency)),
                              modelText(filledFormula(line)));
    setAccessibleDescription(described.join(QStringLiteral(". ")));
    updateGeometry();
    update();
}

QSize CostStackView::sizeHint() const
{
    return {320, lineHeight() * static_cast<int>(m_stack.lines.size() + 1) + 2 * margin};
}

void CostStackView::paintLine(QPainter& painter, const QRect& area, const CostLine& line, double largest) const
{
    const Palette& palette = m_context.theme.palette();
    const int textHeight = QFontMetrics(textFont()).height();
    const QRect top(area.left(), area.top(), area.width(), textHeight);
    painter.setFont(figureFont());
    painter.setPen(toColor(line.amount ? palette.text : palette.dimText));
    const QString amount = toQString(formatAmount(line.amount, m_stack.currency));
    painter.drawText(top, Qt::AlignRight | Qt::AlignVCenter, amount);
    const int amountWidth = painter.fontMetrics().horizontalAdvance(amount) + margin;
    painter.setFont(textFont());
    painter.drawText(top.adjusted(0, 0, -amountWidth, 0), Qt::AlignLeft | Qt::AlignVCenter, modelText(line.layer));

    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    const QRect formula(area.left(), top.bottom() + 1, area.width(), painter.fontMetrics().height());
    painter.drawText(formula, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(modelText(filledFormula(line)), Qt::ElideRight, area.width()));

    const QRect bar(area.left(), formula.bottom() + 2, area.width(), barHeight);
    if (!line.amount)
        painter.fillRect(bar, noDataBrush(palette));
    else
        painter.fillRect(bar, toColor(palette.raised));
    if (line.amount && largest > 0)
        painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * *line.amount / largest, barHeight),
                         toColor(palette.compute));
}

void CostStackView::paintEvent(QPaintEvent*)
{
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    const QRect inside = rect().adjusted(margin, margin, -margin, -margin);

    double largest = 0;
    for (const CostLine& line : m_stack.lines)
        largest = std::max(largest, line.amount.value_or(0));
    int y = inside.top();
    for (const CostLine& line : m_stack.lines) {
        paintLine(painter, {inside.left(), y, inside.width(), lineHeight()}, line, largest);
        y += lineHeight();
    }
    painter.fillRect(inside.left(), y, inside.width(), 1, toColor(palette.line));
    painter.setFont(titleFont());
    painter.setPen(toColor(palette.text));
    const int textHeight = painter.fontMetrics().height();
    painter.drawText(QRect(inside.left(), y + 4, inside.width(), textHeight), Qt::AlignRight, totalText(m_stack));
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(QRect(inside.left(), y + 4 + textHeight, inside.width(), textHeight), Qt::AlignRight,
                     painter.fontMetrics().elidedText(remarkText(m_stack, m_progress), Qt::ElideRight, inside.width()));
}

namespace {

constexpr double secondsPerHour = 3600;

/// Where the source of a measured value is stored; null: it is not measured.
const MeasuredCost* measuredCost(std::optional<double> CostInputs::*member)
{
    const auto found = std::ranges::find(measuredCosts, member, &MeasuredCost::value);
    return found == measuredCosts.end() ? nullptr : &*found;
}

QString shown(std::optional<double> value, double factor, int digits)
{
    return value ? QString::number(*value / factor, 'g', digits) : QString();
}

} // namespace

IncidentCosts::IncidentCosts(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_stack(new CostStackView(context)),
      m_currency(new BoundLine(tr("Currency"))),
      m_proposal(new QToolButton)
{
    const ProposedRate proposal;
    m_proposal->setText(tr("Use %1 %2 per GPU hour").arg(proposal.gpuHour).arg(QLatin1StringView(proposal.currency)));
    m_proposal->setToolTip(
        tr("Source: %1. Later incidents use this rate, too.").arg(QLatin1StringView(proposal.source)));
    m_proposal->setFocusPolicy(Qt::TabFocus);
    connect(m_proposal, &QToolButton::clicked, this, [this] {
        m_context.incidents->editCurrent(
            "Edit the costs", [](Incident& incident) { incident.costs.computeRate = ProposedRate().gpuHour; });
        keepRate(&CostInputs::computeRate, ProposedRate().gpuHour);
    });
    auto* inputs = new QWidget;
    auto* form = new QFormLayout(inputs);
    form->setContentsMargins(8, 4, 8, 8);
    form->setVerticalSpacing(3);
    addField(*form, tr("GPU time lost"), tr("GPU h"), &CostInputs::lostGpuSeconds, secondsPerHour);
    addField(*form, tr("Out of service"), tr("GPU h"), &CostInputs::idleGpuSeconds, secondsPerHour);
    addField(*form, tr("Rolled back"), tr("GPU h"), &CostInputs::rolledBackGpuSeconds, secondsPerHour);
    addField(*form, tr("Steps lost"), QString(), &CostInputs::lostSteps);
    addField(*form, tr("Tokens lost"), QString(), &CostInputs::lostTokens);
    addField(*form, tr("Schedule delay"), tr("days"), &CostInputs::slipDays);
    addField(*form, tr("GPUs of the job"), QString(), &CostInputs::trainingGpuCount);
    addField(*form, tr("Labour"), tr("h"), &CostInputs::labourHours);
    addField(*form, tr("GPU price"), tr("per GPU h"), &CostInputs::computeRate);
    form->addRow(QString(), m_proposal);
    addField(*form, tr("Reserved GPU price"), tr("per GPU h"), &CostInputs::reservedRate);
    addField(*form, tr("Labour rate"), tr("per h"), &CostInputs::labourRate);
    addField(*form, tr("Cost of delay"), tr("per day"), &CostInputs::slipRate);
    form->addRow(tr("Currency"), m_currency);
    connect(m_currency, &BoundLine::committed, this, [this](const QString& text) {
        m_context.incidents->editCurrent("Change the currency",
                                         [&](Incident& incident) { incident.costs.currency = text.toStdString(); });
    });

    auto* content = new QWidget;
    auto* lines = makeBox<QVBoxLayout>(content);
    lines->addWidget(m_stack);
    lines->addWidget(inputs);
    lines->addStretch();
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // its fields have it
    auto* whole = makeBox<QVBoxLayout>(this);
    whole->addWidget(scroll);
}

void IncidentCosts::addField(QFormLayout& form, const QString& label, const QString& unit,
                             std::optional<double> CostInputs::*member, double factor)
{
    auto* line = new BoundLine(unit.isEmpty() ? label : tr("%1 (%2)").arg(label, unit));
    line->setPlaceholderText(tr("unknown"));
    line->setAlignment(Qt::AlignRight);
    auto* note = makeNote();
    note->setWordWrap(true);
    const Field field{line, note, member, factor};
    m_fields.push_back(field);
    connect(line, &BoundLine::committed, this, [this, field](const QString& text) { take(field, text); });
    auto* row = new QHBoxLayout;
    row->addWidget(line, 1);
    auto* unitLabel = makeLabel(unit);
    unitLabel->setForegroundRole(QPalette::PlaceholderText);
    unitLabel->setMinimumWidth(fontMetrics().horizontalAdvance(tr("per GPU h")));
    row->addWidget(unitLabel);
    form.addRow(label, row);
    form.addRow(QString(), note);
}

/// Entered once; later incidents and other views take it from the rates.
void IncidentCosts::keepRate(std::optional<double> CostInputs::*member, std::optional<double> rate)
{
    const auto row = std::ranges::find(costRates, member, &CostRate::value);
    const bool isRate = m_context.rates != nullptr && row != costRates.end() && rate && *rate > 0;
    if (!isRate || m_context.rates->rates().*row->kept)
        return;
    Rates rates = m_context.rates->rates();
    rates.*row->kept = rate;
    m_context.rates->setRates(std::move(rates));
}

void IncidentCosts::take(const Field& field, const QString& text)
{
    bool isNumber = false;
    const double value = text.trimmed().toDouble(&isNumber);
    // Invalid input restores the stored value. It is neither zero nor the previous number.
    const bool isTaken = (isNumber && value >= 0) || text.trimmed().isEmpty();
    if (isTaken) {
        m_context.incidents->editCurrent("Edit the costs", [&](Incident& incident) {
            incident.costs.*field.member = isNumber ? std::optional(value * field.factor) : std::nullopt;
            if (const MeasuredCost* const measured = measuredCost(field.member))
                (incident.costs.*measured->source).clear(); // a person has entered the value
        });
        keepRate(field.member, isNumber ? std::optional(value) : std::nullopt);
    }
    refresh();
}

void IncidentCosts::refresh()
{
    const Incident* const incident = m_context.incidents->current();
    if (!incident)
        return;
    m_stack->setStack(costStack(incident->costs), progressText(incident->costs));
    m_currency->setStored(toQString(incident->costs.currency));
    m_proposal->setVisible(!incident->costs.computeRate);
    for (const Field& field : m_fields) {
        const std::optional<double>& value = incident->costs.*field.member;
        const MeasuredCost* const measured = measuredCost(field.member);
        const QString source = measured != nullptr ? toQString(incident->costs.*measured->source) : QString();
        field.line->setStored(shown(value, field.factor, source.isEmpty() ? 10 : 3));
        field.note->setVisible(measured != nullptr && (value || !source.isEmpty()));
        field.note->setText(source.isEmpty() ? tr("Entered manually")
                                : value      ? tr("Source: %1").arg(source)
                                             : tr("Unknown: %1").arg(source));
    }
}

void IncidentCosts::commit()
{
    m_currency->commit();
    for (const Field& field : m_fields)
        field.line->commit();
}

} // namespace lockstep

#include "incidentcosts.moc"
#include "moc_incidentcosts.cpp"
