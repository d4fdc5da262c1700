// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/factspanel.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/comparison/comparison.h"
#include "models/view/cursorvalues.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/facts/metricfactsmodel.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QStyle>
#include <QTableView>
#include <QTextLayout>
#include <QTimerEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr QMargins margins(8, 4, 8, 4);
constexpr int columnGap = 12;
constexpr int rowGap = 4;
constexpr int markSize = 11;
constexpr int markGap = 5;

/// Breaks lines between words; inside a word, such as a long path, only if necessary.
void layOutLines(QTextLayout& layout, int width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double y = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += line.height();
    }
    layout.endLayout();
}

int heightOf(const QString& text, const QFont& font, int width)
{
    QTextLayout layout(text, font);
    layOutLines(layout, width);
    return static_cast<int>(std::ceil(layout.boundingRect().height()));
}

} // namespace

FactSheet::FactSheet(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FactSheet::setFacts(Facts facts, const Palette& palette)
{
    m_palette = palette;
    setVisible(!facts.empty());
    if (facts == m_facts) {
        update();
        return;
    }
    m_facts = std::move(facts);
    setAccessibleDescription(plainText());
    layOut();
}

QString FactSheet::plainText() const
{
    QString plain;
    for (const Fact& fact : m_facts)
        plain += fact.label + QLatin1Char('\t') + fact.value + QLatin1Char('\n');
    return plain;
}

QRect FactSheet::valueArea(const Fact& fact) const
{
    const int left = margins.left() + m_labelWidth + columnGap + (fact.severity ? markSize + markGap : 0);
    return {left, 0, std::max(width() - margins.right() - left, 40), QWIDGETSIZE_MAX};
}

void FactSheet::layOut()
{
    const QFontMetrics metrics = fontMetrics();
    m_labelWidth = 0;
    for (const Fact& fact : m_facts)
        m_labelWidth = std::max(m_labelWidth, metrics.horizontalAdvance(fact.label));
    m_rowHeights.clear();
    int height = margins.top() + margins.bottom();
    for (const Fact& fact : m_facts) {
        const QRect area = valueArea(fact);
        const bool isShort = metrics.horizontalAdvance(fact.value) <= area.width();
        const int text = isShort ? metrics.height() : heightOf(fact.value, font(), area.width());
        m_rowHeights.push_back(std::max(text, metrics.height()) + rowGap);
        height += m_rowHeights.back();
    }
    if (height != m_height) {
        m_height = height;
        updateGeometry();
    }
    update();
}

void FactSheet::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int ascentHeight = fontMetrics().height();
    int top = margins.top();
    for (std::size_t row = 0; row < m_facts.size(); ++row) {
        const Fact& fact = m_facts[row];
        const int height = m_rowHeights[row];
        painter.setPen(toColor(m_palette.dimText));
        painter.drawText(QRect(margins.left(), top, m_labelWidth, ascentHeight), Qt::AlignLeft | Qt::TextSingleLine,
                         fact.label);
        QRect area = valueArea(fact);
        area.moveTop(top);
        area.setHeight(height);
        if (fact.severity) {
            const QRect mark(area.left() - markSize - markGap, top + (ascentHeight - markSize) / 2, markSize, markSize);
            drawSeverity(painter, mark, *fact.severity, m_palette);
        }
        painter.setPen(toColor(m_palette.text));
        if (height > ascentHeight + rowGap) {
            QTextLayout layout(fact.value, font());
            layOutLines(layout, area.width());
            layout.draw(&painter, area.topLeft());
        } else {
            painter.drawText(area, Qt::AlignLeft | Qt::TextSingleLine, fact.value);
        }
        top += height;
    }
}

void FactSheet::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void FactSheet::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

namespace {

constexpr int ageRefreshMs = 1000;
constexpr int narrowestWithTrend = 520;
constexpr int narrowestWithLimits = 380;
constexpr int baselineWidth = 120;

} // namespace

FactsPanel::FactsPanel(ViewContext context, QWidget* parent)
    : Panel(context, parent),
      m_title(makeLabel()),
      m_table(new QTableView),
      m_fold(new QToolButton),
      m_warning(makeNote()),
      m_provenance(new QWidget),
      m_trust(new FactSheet),
      m_usual(new FactSheet),
      m_identity(new FactSheet),
      m_metrics(new MetricFactsModel(this))
{
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_title->setWordWrap(true);
    m_title->setContentsMargins(8, 8, 8, 0);
    m_title->setAccessibleName(tr("Selection"));
    buildTable();
    buildFold();

    auto* page = new QWidget;
    auto* layout = makeBox<QVBoxLayout>(page, 4);
    auto* fold = new QHBoxLayout;
    fold->setContentsMargins(4, 0, 8, 0);
    fold->addWidget(m_fold);
    fold->addWidget(m_warning, 1);
    layout->addWidget(m_title);
    layout->addWidget(m_table);
    layout->addLayout(fold);
    layout->addWidget(m_provenance);
    layout->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    page->setAutoFillBackground(false);
    setContent(scroll);
    m_empty->setText(tr("No node has reported yet."),
                     tr("Connect to an agent (lockstep --connect HOST:PORT), or start the demo."));

    connect(&context.cluster, &ClusterModel::changed, this, &FactsPanel::clusterChanged);
    connect(&m_limiter, &RepaintLimiter::due, this, &FactsPanel::markStale);
    connect(&context.selection, &Selection::selectedChanged, this, &FactsPanel::markStale);
    connect(&context.time, &TimeWindow::cursorChanged, this, &FactsPanel::markStale);
    connect(&context.theme, &Theme::changed, this, &FactsPanel::markStale);
    if (context.comparison != nullptr) {
        connect(context.comparison, &Comparison::changed, this, &FactsPanel::markStale);
        connect(context.comparison, &Comparison::came, this, &FactsPanel::markStale);
    }
}

void FactsPanel::buildTable()
{
    m_table->setModel(m_metrics);
    m_table->setItemDelegate(new MetricFactsDelegate(m_context.theme, m_table));
    m_table->setAccessibleName(tr("Metrics, worst first"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setMouseTracking(true);
    m_table->setTabKeyNavigation(false);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight(textFont()));
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(MetricFactsModel::Name, QHeaderView::Stretch);
    header->setMinimumSectionSize(40);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { selectRow(index.row()); });
}

void FactsPanel::buildFold()
{
    m_trust->setAccessibleName(tr("Data age"));
    m_usual->setAccessibleName(tr("Baselines"));
    m_identity->setAccessibleName(tr("Identity"));
    auto* sheets = makeBox<QVBoxLayout>(m_provenance, 4);
    for (FactSheet* sheet : {m_trust, m_usual, m_identity})
        sheets->addWidget(sheet);
    m_fold->setAutoRaise(true);
    m_fold->setFocusPolicy(Qt::TabFocus); // after a click, keys must still be commands
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setText(tr("Provenance"));
    m_fold->setToolTip(tr("Show or hide data age, clock, gaps, source, baselines and identity"));
    m_warning->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // must not widen the dock
    connect(m_fold, &QToolButton::clicked, this, [this] {
        m_isUnfolded = !m_isUnfolded;
        refreshTrust();
    });
}

void FactsPanel::refreshFold(const Facts& trust)
{
    QStringList warnings;
    for (const Fact& fact : trust) {
        if (fact.severity)
            warnings << QStringLiteral("%1: %2").arg(fact.label, fact.value);
    }
    m_warning->setText(warnings.join(QStringLiteral(" · ")));
    m_fold->setAccessibleName(m_isUnfolded ? tr("Hide provenance") : tr("Show provenance"));
    m_fold->setAccessibleDescription(m_warning->text());
    m_fold->setArrowType(m_isUnfolded ? Qt::DownArrow : Qt::RightArrow);
}

void FactsPanel::clusterChanged(const ChangeSet& changes)
{
    if (!changes.topology && !changes.metrics && !changes.sources && changes.ticks.isEmpty())
        return;
    m_isOld = true;
    if (isVisible())
        m_limiter.request();
}

void FactsPanel::markStale()
{
    m_isOld = true;
    update();
}

void FactsPanel::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    QPainter painter(this);
    painter.fillRect(rect(), toColor(m_context.theme.palette().panel));
    if (!m_isOld)
        return;
    m_isOld = false;
    m_limiter.painted();
    refresh();
    m_context.frames.painted();
}

void FactsPanel::refresh()
{
    const ClusterStore& store = m_context.cluster.store();
    const EntityRef entity = m_context.selection.current();
    const bool hasSubject = store.topology() && entity.isValid() && store.topology()->contains(entity);
    m_title->setFont(titleFont());
    const bool hasNodes = store.topology() && store.topology()->count(EntityKind::Node) > 0;
    showContent(hasNodes);
    if (!hasNodes)
        return;
    const QString name = toQString(store.topology()->clusterName());
    const QString title = hasSubject ? toQString(store.topology()->path(entity))
        : name.isEmpty()             ? tr("Cluster")
                                     : tr("Cluster %1").arg(name);
    m_title->setText(title);
    setCaption(hasSubject ? title : tr("cluster summary (nothing selected)"));
    refreshTrust();
    m_identity->setFacts(hasSubject ? identityFacts(store, entity) : Facts{}, m_context.theme.palette());
    refreshMetrics();
}

void FactsPanel::refreshTrust()
{
    const ClusterStore& store = m_context.cluster.store();
    if (!store.topology() || store.topology()->count(EntityKind::Node) == 0)
        return;
    const EntityRef entity = m_context.selection.current();
    const bool hasSubject = entity.isValid() && store.topology()->contains(entity);
    Facts trust = hasSubject ? trustFacts(store, entity, store.now()) : clusterFacts(store, store.now());
    refreshFold(trust);
    m_fold->setVisible(hasSubject);
    m_warning->setVisible(hasSubject);
    m_provenance->setVisible(!hasSubject || m_isUnfolded);
    m_trust->setFacts(std::move(trust), m_context.theme.palette());
    const bool isLearned = hasSubject && m_context.learned != nullptr;
    m_usual->setFacts(isLearned ? baselineFacts(*m_context.learned, store, entity) : Facts{},
                      m_context.theme.palette());
}

void FactsPanel::refreshMetrics()
{
    const ClusterStore& store = m_context.cluster.store();
    const EntityRef entity = m_context.selection.current();
    const TimeRange range = m_context.time.range();
    const TickRange held = store.ticks();
    TickRange trend{std::max(tickIndexOf(range.from, store.tickPeriod()), held.from),
                    std::min(tickIndexOf(range.to, store.tickPeriod()) + 1, held.to)};
    if (m_table->isColumnHidden(MetricFactsModel::Trend))
        trend.to = trend.from; // avoid reading the past of dozens of metrics for hidden trends
    const auto tick = tickAtCursor(store, m_context.time);
    std::vector<MetricFact> facts = entity.isValid() && store.topology()->contains(entity)
        ? metricFactsOf(store, entity, tick, trend)
        : worstFacts(store, tick, trend);
    if (isComparing())
        addBaselines(facts, *m_context.comparison, store, tick);
    m_metrics->setFacts(std::move(facts));
    chooseColumns();
    m_table->setVisible(m_metrics->rowCount() > 0);
    const int height = m_table->horizontalHeader()->sizeHint().height()
        + m_metrics->rowCount() * m_table->verticalHeader()->defaultSectionSize() + 4;
    if (m_table->height() != height)
        m_table->setFixedHeight(height);
}

void FactsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_isOld = true; // when wider, trends are shown
    chooseColumns();
}

bool FactsPanel::isComparing() const
{
    return m_context.comparison != nullptr && m_context.comparison->isActive();
}

/// Priority if space is short: name, baseline, distance from the limit (a mark shows it, too), trend.
void FactsPanel::chooseColumns()
{
    const int baseline = isComparing() ? baselineWidth : 0;
    m_table->setColumnHidden(MetricFactsModel::BaselineColumn, !isComparing());
    m_table->setColumnHidden(MetricFactsModel::Limits, width() < narrowestWithLimits + baseline);
    m_table->setColumnHidden(MetricFactsModel::Trend, width() < narrowestWithTrend + baseline);
}

void FactsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_timer.start(ageRefreshMs, Qt::VeryCoarseTimer, this);
}

void FactsPanel::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

void FactsPanel::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId())
        return QWidget::timerEvent(event);
    refreshTrust();
}

void FactsPanel::selectRow(int row)
{
    m_context.selection.setMetric(m_metrics->fact(row).metric);
    if (!m_context.selection.current().isValid())
        m_context.selection.select(m_metrics->fact(row).entity);
}

QString FactsPanel::plainText() const
{
    QString text = m_title->text() + QLatin1Char('\n');
    for (int row = 0; row < m_metrics->rowCount(); ++row) {
        const MetricFact& fact = m_metrics->fact(row);
        text += fact.name + QLatin1Char('\t') + fact.valueText + QLatin1Char('\t') + fact.limitText + QLatin1Char('\n');
    }
    return text + m_trust->plainText() + m_usual->plainText() + m_identity->plainText();
}

void FactsPanel::copySelection() const
{
    QString text;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        const MetricFact& fact = m_metrics->fact(index.row());
        text += fact.name + QLatin1Char('\t') + fact.valueText + QLatin1Char('\t') + fact.limitText + QLatin1Char('\n');
    }
    QGuiApplication::clipboard()->setText(text.isEmpty() ? plainText() : text);
}

void FactsPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copySelection();
    else
        QWidget::keyPressEvent(event);
}

} // namespace lockstep

#include "moc_factspanel.cpp"
