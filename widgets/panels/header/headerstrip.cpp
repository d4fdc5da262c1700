// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/header/headerstrip.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/causality/storecoverage.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/ratesettings.h"
#include "models/view/selection.h"
#include "models/view/time/player.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QDir>
#include <QFileInfo>
#include <QFontMetrics>
#include <QMouseEvent>
#include <QPainter>
#include <QTimerEvent>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int minHeight = 56;
constexpr int pad = 12;
constexpr int refreshMs = 1000;
constexpr int longestPath = 20; ///< of a note, in characters; it is cut in its middle
constexpr int longestName = 200; ///< of the cluster

QString clusterTitle(const Topology& topology)
{
    if (!topology.clusterName().empty())
        return toQString(topology.clusterName());
    switch (topology.count(EntityKind::Node)) {
    case 0:
        return HeaderStrip::tr("no cluster");
    case 1:
        return toQString(topology.name({EntityKind::Node, 0}));
    default:
        return HeaderStrip::tr("unnamed cluster");
    }
}

QString fileNameOf(const std::string& path)
{
    return QFileInfo(QDir::cleanPath(toQString(path))).fileName();
}

constexpr int tilePad = 12;
QRect insideOf(const QRect& tile)
{
    return tile.adjusted(tilePad, 0, -tilePad / 2, 0);
}

constexpr double valueScale = 1.15;
constexpr double mainScale = 1.8;

/// The three lines of a block: label, value, note.
struct Lines
{
    Lines(const QRect& area, const QFont& words, const QFont& figures)
    {
        const int small = QFontMetrics(words).height();
        const int large = QFontMetrics(figures).height();
        const int top = area.top() + (area.height() - (2 * small + large)) / 2;
        label = QRect(area.left(), top, area.width(), small);
        value = QRect(area.left(), top + small, area.width(), large);
        note = QRect(area.left(), top + small + large, area.width(), small);
    }

    QRect label;
    QRect value;
    QRect note;
};

/// Size of a mark beside text of that height, so that it is as readable as the text on a wall display.
int markSide(int height)
{
    return std::max(severityMarkSide, height / 2);
}

/// Draws the mark before the figure; returns the figure's left edge.
int drawMark(QPainter& painter, const QRect& line, const std::optional<Severity>& alarm, const Palette& palette)
{
    if (!alarm)
        return line.left();
    const int side = markSide(line.height());
    const QRectF square(line.left(), line.center().y() - side / 2.0 + 1, side, side);
    drawSeverity(painter, square, *alarm, palette);
    return line.left() + side + 4;
}

/// "2026-06-02"
QString dayOf(TimePoint time)
{
    return toQString(formatDateTime(time)).section(QLatin1Char(' '), 0, 0);
}

} // namespace

HeaderStrip::Fonts::Fonts()
    : words(smallTextFont()),
      noData(textFont()),
      units(figureFont()),
      figures(figureFont(valueScale)),
      mainFigures(figureFont(mainScale)),
      brand(titleFont())
{
    brand.setLetterSpacing(QFont::PercentageSpacing, 115);
}

HeaderStrip::HeaderStrip(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_tip(new HoverTip(context.theme, this))
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Key figures of the cluster"));
    const auto markDirty = [this] {
        m_isDirty = true;
    };
    const auto refreshNow = [this] {
        m_isDirty = true;
        if (isVisible())
            m_soon.start();
    };
    // Ticks of many nodes are collected by the timer; user actions show at once.
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, [this] { refresh(wallClockNow()); });
    connect(&context.cluster, &ClusterModel::changed, this, [this, refreshNow, markDirty] {
        const std::uint64_t alerts = m_context.alerts != nullptr ? m_context.alerts->version() : 0;
        const bool areOtherAlerts = std::exchange(m_alerts, alerts) != alerts;
        m_context.time.isFollowing() && !areOtherAlerts ? markDirty() : refreshNow();
    });
    connect(&context.time, &TimeWindow::cursorChanged, this,
            [this, refreshNow, markDirty] { m_context.time.isFollowing() ? markDirty() : refreshNow(); });
    connect(&context.time, &TimeWindow::changed, this, [this, refreshNow, markDirty] {
        m_context.time.isFollowing() && m_state.isLive ? markDirty() : refreshNow();
    });
    if (context.player != nullptr)
        connect(context.player, &Player::changed, this, refreshNow);
    // Updated at once, to agree with the panels that show the same value.
    if (context.sync != nullptr)
        connect(context.sync, &SyncResults::changed, this, refreshNow);
    if (context.alerts != nullptr)
        connect(context.alerts, &JoinedAlerts::joined, this, refreshNow);
    if (context.coverage != nullptr)
        connect(context.coverage, &StoreCoverage::changed, this, refreshNow);
    if (context.rates != nullptr)
        connect(context.rates, &RateSettings::changed, this, refreshNow);
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize HeaderStrip::sizeHint() const
{
    const int lines = QFontMetrics(m_fonts.words).height() * 2 + QFontMetrics(m_fonts.mainFigures).height();
    return {1000, std::max(minHeight, lines + 8)};
}

void HeaderStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_fonts = Fonts();
        m_widths.clear();
        layOut();
    }
}

QSize HeaderStrip::minimumSizeHint() const
{
    return {360, sizeHint().height()};
}

HeaderStrip::State HeaderStrip::stateAt(TimePoint now) const
{
    const ClusterStore& store = m_context.cluster.store();
    State state;
    state.time = toQString(formatTime(now, std::chrono::seconds(1)));
    TimePoint newest;
    bool isAnyLive = false;
    for (std::uint32_t i = 0; i < store.topology()->count(EntityKind::Node); ++i) {
        const NodeStatus& node = store.node({EntityKind::Node, i});
        newest = std::max(newest, node.lastReceived);
        isAnyLive = isAnyLive || node.freshness == Freshness::Live;
    }
    if (newest == TimePoint{} && !store.viewTime()) {
        state.word = tr("NO DATA");
        state.note = tr("nothing received yet");
    } else if (!m_context.time.isFollowing()) {
        const Player* const player = m_context.player;
        state.word = player != nullptr && player->isPlaying() ? tr("PLAYING %1×").arg(player->speed()) : tr("PAUSED");
        state.note = ageText(now - m_context.time.cursor());
        if (const QString day = dayOf(m_context.time.cursor()); day != dayOf(now))
            state.note = day;
        if (player != nullptr && !player->joinsLive() && !store.sources().empty())
            state.note += QStringLiteral(" · ") + fileNameOf(store.sources().front().peer);
        state.time = toQString(formatTime(m_context.time.cursor(), std::chrono::seconds(1)));
        state.alarm = Severity::Information;
    } else if (isAnyLive) {
        state.word = tr("LIVE");
        state.isLive = true;
    } else {
        state.word = tr("STALE");
        state.note = ageText(now - newest);
        state.alarm = Severity::Critical;
    }
    return state;
}

void HeaderStrip::refresh(TimePoint now)
{
    m_isDirty = false;
    const TimeWindow& time = m_context.time;
    const ClusterStore& store = m_context.cluster.store();
    HeaderMoment moment{time.isFollowing(), time.cursor(), now};
    if (m_context.sync != nullptr) {
        moment.jobTime = m_context.sync->snapshot()->recentTime(moment.cursor);
        moment.ranks = m_context.sync->snapshot()->rankCount(moment.cursor);
        moment.isComputing = m_context.sync->isComputing();
    }
    if (m_context.rates != nullptr)
        moment.rates = m_context.rates->rates();
    if (m_context.coverage != nullptr && time.isFollowing()) { // the past would have to be read from disk
        const auto& standings = m_context.coverage->at(store.now());
        moment.detectors = standings.size();
        moment.blindDetectors = blindCount(standings);
    }
    auto figures = headerFigures(store, m_context.alerts, moment);
    State state = stateAt(now);
    const QString cluster = clusterTitle(*store.topology());
    if (figures == m_figures && state == m_state && cluster == m_cluster)
        return;
    m_figures = std::move(figures);
    m_state = std::move(state);
    if (cluster != m_cluster) {
        m_cluster = cluster;
        Q_EMIT captionChanged(m_cluster);
    }
    QStringList words{m_state.word + QLatin1Char(' ') + m_state.time};
    for (const HeaderFigure& figure : m_figures)
        words << QStringLiteral("%1 %2 %3 %4")
                     .arg(figure.label, figure.valueAndLimit(), figure.unit, figure.note)
                     .simplified();
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    layOut();
    update();
}

QRect HeaderStrip::nameArea() const
{
    const int brand = QFontMetrics(m_fonts.brand).horizontalAdvance(QStringLiteral("LOCKSTEP"));
    const int name = QFontMetrics(m_fonts.words).horizontalAdvance(m_cluster);
    return {pad, 0, std::clamp(std::max(brand, name), brand, std::max(brand, longestName)), height()};
}

QRect HeaderStrip::stateArea() const
{
    const int wide = QFontMetrics(m_fonts.mainFigures).horizontalAdvance(QStringLiteral("00:00:00"))
        + QFontMetrics(m_fonts.units).horizontalAdvance(QStringLiteral(" UTC"));
    return {width() - wide - pad, 0, wide, height()};
}

const QFont& HeaderStrip::fontOf(const HeaderFigure& figure) const
{
    return figure.isMain ? m_fonts.mainFigures : m_fonts.figures;
}

int HeaderStrip::ownWidthOf(const HeaderFigure& figure) const
{
    const QFontMetrics small(m_fonts.words);
    const QFont& font = figure.hasData() ? fontOf(figure) : m_fonts.noData;
    const int value = QFontMetrics(font).horizontalAdvance(figure.valueAndLimit())
        + (figure.unit.isEmpty() ? 0 : 4 + QFontMetrics(m_fonts.units).horizontalAdvance(figure.unit));
    const int mark = figure.alarm ? markSide(QFontMetrics(fontOf(figure)).height()) + 4 : 0;
    const int note = small.horizontalAdvance(figure.note);
    return std::max({small.horizontalAdvance(figure.label), value + mark,
                     figure.entity.isValid() ? std::min(longestPath * small.averageCharWidth(), note) : note});
}

void HeaderStrip::layOut()
{
    std::vector<std::size_t> shown(m_figures.size());
    std::ranges::generate(shown, [n = std::size_t{0}]() mutable { return n++; });
    const int left = nameArea().right() + 2 * pad;
    const int room = stateArea().left() - pad - left;
    const auto total = [&] {
        int sum = 0;
        for (const std::size_t i : shown)
            sum += m_widths[m_figures[i].label] + 2 * pad;
        return sum;
    };
    for (const HeaderFigure& figure : m_figures) {
        int& width = m_widths[figure.label];
        // A figure without data keeps its width.
        width = std::max(ownWidthOf(figure), figure.hasData() ? 0 : width);
    }
    while (!shown.empty() && total() > room) {
        const auto min = std::ranges::max_element(shown, {}, [this](std::size_t i) { return m_figures[i].rank; });
        shown.erase(min);
    }
    // Distribute the remaining space evenly over the figures.
    const int extra = shown.empty() ? 0 : std::min(60, (room - total()) / static_cast<int>(shown.size()));
    m_placed.clear();
    int x = left;
    for (const std::size_t i : shown) {
        const int wide = m_widths[m_figures[i].label] + 2 * pad + extra;
        m_placed.push_back({i, QRect(x, 0, wide, height())});
        x += wide;
    }
}

void HeaderStrip::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh(wallClockNow());
    m_timer.start(refreshMs, Qt::VeryCoarseTimer, this);
}

void HeaderStrip::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

void HeaderStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void HeaderStrip::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId())
        return QWidget::timerEvent(event);
    const TimePoint now = wallClockNow();
    const std::int64_t second = now.time_since_epoch() / std::chrono::seconds(1);
    if (m_isDirty || second != m_second)
        refresh(now);
    m_second = second;
}

QStringList HeaderStrip::truncatedNotes() const
{
    QStringList cut;
    for (const Placed& placed : m_placed) {
        const HeaderFigure& figure = m_figures[placed.figure];
        if (!figure.entity.isValid()
            && QFontMetrics(m_fonts.words).horizontalAdvance(figure.note) > insideOf(placed.area).width())
            cut << figure.note;
    }
    return cut;
}

const HeaderFigure* HeaderStrip::figureAt(QPoint point) const
{
    const auto hit = std::ranges::find_if(m_placed, [&](const Placed& placed) { return placed.area.contains(point); });
    return hit == m_placed.end() ? nullptr : &m_figures[hit->figure];
}

void HeaderStrip::mouseReleaseEvent(QMouseEvent* event)
{
    const HeaderFigure* const figure = figureAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || figure == nullptr)
        return;
    if (figure->opensAlerts)
        Q_EMIT alertsWanted();
    if (figure->metric.isValid())
        m_context.selection.setMetric(figure->metric);
    m_context.selection.show(figure->entity);
}

void HeaderStrip::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    const HeaderFigure* const hit = figureAt(point);
    const bool isDoor = hit != nullptr && (hit->opensAlerts || hit->metric.isValid() || hit->entity.isValid());
    setCursor(isDoor ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit == nullptr)
        return m_tip->hide();
    const HeaderFigure& figure = *hit;
    HoverText text{figure.explanation,
                   {{figure.label, (figure.valueAndLimit() + QLatin1Char(' ') + figure.unit).trimmed()}}};
    if (!figure.note.isEmpty())
        text.facts.push_back({QString(), figure.note});
    m_tip->showAt(point, std::move(text));
}

void HeaderStrip::drawWords(QPainter& painter, const QRect& line, const QString& text, Qt::TextElideMode elide) const
{
    painter.setFont(m_fonts.words);
    painter.setPen(toColor(m_context.theme.palette().dimText));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, elide, line.width()));
}

/// The value in the painter's font and colour, and the unit small beside it.
void HeaderStrip::drawQuantity(QPainter& painter, const QRect& line, const QString& value, const QString& unit) const
{
    const QFontMetrics metrics = painter.fontMetrics();
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, value);
    const int ascent = line.top() + (line.height() - metrics.height()) / 2 + metrics.ascent();
    painter.setFont(m_fonts.units);
    painter.setPen(toColor(m_context.theme.palette().dimText));
    painter.drawText(line.left() + metrics.horizontalAdvance(value) + 4, ascent, unit);
}

void HeaderStrip::paintFigure(QPainter& painter, const QRect& area, const HeaderFigure& figure) const
{
    const Palette& palette = m_context.theme.palette();
    painter.fillRect(area.left(), area.top() + 10, 1, area.height() - 20, toColor(palette.line));
    const Lines lines(insideOf(area), m_fonts.words, m_fonts.mainFigures);
    drawWords(painter, lines.label, figure.label);

    const int x = drawMark(painter, lines.value, figure.alarm, palette);
    painter.setFont(figure.hasData() ? fontOf(figure) : m_fonts.noData);
    painter.setPen(toColor(!figure.hasData()  ? palette.dimText
                               : figure.alarm ? severityColour(palette, *figure.alarm)
                                              : palette.text));
    drawQuantity(painter, {x, lines.value.top(), lines.value.right() - x, lines.value.height()}, figure.valueAndLimit(),
                 figure.unit);
    drawWords(painter, lines.note, figure.note);
}

void HeaderStrip::paintState(QPainter& painter, const QRect& area) const
{
    const Palette& palette = m_context.theme.palette();
    const Lines lines(area, m_fonts.words, m_fonts.mainFigures);
    const int x = drawMark(painter, lines.label, m_state.alarm, palette);
    QFont word = m_fonts.words;
    word.setWeight(QFont::DemiBold);
    painter.setFont(word);
    painter.setPen(toColor(m_state.alarm ? severityColour(palette, *m_state.alarm) : palette.text));
    painter.drawText(QRect(x, lines.label.top(), area.right() - x, lines.label.height()), Qt::AlignVCenter,
                     m_state.word);
    painter.setFont(m_fonts.mainFigures);
    painter.setPen(toColor(palette.text));
    drawQuantity(painter, lines.value, m_state.time.section(QLatin1Char(' '), 0, 0),
                 m_state.time.section(QLatin1Char(' '), 1));
    drawWords(painter, lines.note, m_state.note, Qt::ElideRight);
}

void HeaderStrip::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    painter.fillRect(0, height() - 1, width(), 1, toColor(palette.line));

    const Lines name(nameArea(), m_fonts.words, m_fonts.mainFigures);
    painter.setFont(m_fonts.brand);
    painter.setPen(toColor(palette.text));
    const QRect brandLine = name.label.united(name.value.adjusted(0, 0, 0, -name.value.height() / 3));
    painter.drawText(brandLine, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("LOCKSTEP"));
    const QRect clusterLine(name.note.left(), brandLine.bottom() - 2, name.note.width(), name.note.height());
    drawWords(painter, clusterLine, m_cluster);

    for (const Placed& placed : m_placed)
        paintFigure(painter, placed.area, m_figures[placed.figure]);
    paintState(painter, stateArea());
    m_context.frames.painted();
}

} // namespace lockstep

#include "moc_headerstrip.cpp"
