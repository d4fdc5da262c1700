// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dependencies/dependencyview.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/palette.h"
#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace lockstep {

namespace {

constexpr qreal margin = 8;
constexpr qreal gapOfBoxes = 4;
constexpr qreal widestBox = 280;
constexpr qreal narrowestGap = 20;

/// Tiers by column; those in one column are stacked.
const std::array<std::vector<DependencyTier>, 6>& tiersByColumn()
{
    static const std::array<std::vector<DependencyTier>, 6> columns{
        std::vector{DependencyTier::Loop, DependencyTier::Feed}, {DependencyTier::Rack},
        {DependencyTier::Node, DependencyTier::Switch},          {DependencyTier::Gpu, DependencyTier::Link},
        {DependencyTier::Communicator, DependencyTier::Storage}, {DependencyTier::Job}};
    return columns;
}

QString headingOf(DependencyTier tier)
{
    static constexpr std::array<const char*, dependencyTierCount> words{
        QT_TRANSLATE_NOOP("lockstep", "Power feeds"),   QT_TRANSLATE_NOOP("lockstep", "Cooling loops"),
        QT_TRANSLATE_NOOP("lockstep", "Racks"),         QT_TRANSLATE_NOOP("lockstep", "Nodes"),
        QT_TRANSLATE_NOOP("lockstep", "GPUs"),          QT_TRANSLATE_NOOP("lockstep", "Links"),
        QT_TRANSLATE_NOOP("lockstep", "Switches"),      QT_TRANSLATE_NOOP("lockstep", "Storage"),
        QT_TRANSLATE_NOOP("lockstep", "Communicators"), QT_TRANSLATE_NOOP("lockstep", "Jobs")};
    return lockstep::tr(words[static_cast<std::size_t>(tier)]);
}

/// Paints a dependency diagram. Healthy components and lines are grey, unhealthy ones coloured. Lives for one paint.
class DependencyPainter
{
public:
    DependencyPainter(QPainter& painter, const Palette& palette) : m_painter(painter), m_palette(palette) { }

    void paintLines(const DependencyPicture& picture, const DependencyColumns& columns) const;
    void paintHeadings(const DependencyColumns& columns) const;
    void paintBox(const DependencyBox& box, const QRectF& area, bool isHovered, bool isCurrent) const;

private:
    [[nodiscard]] QPen frameOf(const DependencyBox& box, bool isHovered) const;

    QPainter& m_painter;
    const Palette& m_palette;
};

constexpr qreal boxPad = 6;

/// From the right edge of a component to the left edge of its dependent.
QPainterPath dependencyPath(const QRectF& carrier, const QRectF& carried)
{
    const QPointF from(carrier.right(), carrier.center().y());
    const QPointF to(carried.left(), carried.center().y());
    const QPointF bend((to.x() - from.x()) / 2, 0);
    QPainterPath path(from);
    path.cubicTo(from + bend, to - bend, to);
    return path;
}

void DependencyPainter::paintLines(const DependencyPicture& picture, const DependencyColumns& columns) const
{
    std::vector<const DependencyLine*> lines;
    for (const DependencyLine& line : picture.lines)
        lines.push_back(&line);
    // Draw problems on top.
    std::ranges::stable_sort(lines, {}, [](const DependencyLine* line) { return line->health; });
    m_painter.setBrush(Qt::NoBrush);
    for (const DependencyLine* line : lines) {
        const QRectF& carrier = columns.boxes()[line->carrier];
        const QRectF& carried = columns.boxes()[line->carried];
        if (carrier.isEmpty() || carried.isEmpty())
            continue;
        QPen pen(toColor(m_palette.line), 1);
        if (line->health == DependencyHealth::Unhealthy)
            pen = QPen(toColor(severityColour(m_palette, line->severity)), 2);
        else if (line->health == DependencyHealth::AtRisk)
            pen = QPen(toColor(m_palette.warning), 1, Qt::DashLine);
        m_painter.setPen(pen);
        m_painter.drawPath(dependencyPath(carrier, carried));
    }
}

void DependencyPainter::paintHeadings(const DependencyColumns& columns) const
{
    m_painter.setFont(smallTextFont());
    m_painter.setPen(toColor(m_palette.dimText));
    for (const DependencyColumns::Heading& heading : columns.headings())
        m_painter.drawText(
            heading.area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            m_painter.fontMetrics().elidedText(heading.text, Qt::ElideRight, static_cast<int>(heading.area.width())));
}

QPen DependencyPainter::frameOf(const DependencyBox& box, bool isHovered) const
{
    if (isHovered)
        return {toColor(m_palette.hover), 2};
    if (box.isChosen)
        return {toColor(m_palette.accent), 2};
    if (box.health == DependencyHealth::Unhealthy)
        return {toColor(severityColour(m_palette, box.severity)), 1.5};
    if (box.health == DependencyHealth::AtRisk)
        return {toColor(m_palette.warning), 1, Qt::DashLine};
    return {toColor(m_palette.line), 1};
}

void DependencyPainter::paintBox(const DependencyBox& box, const QRectF& area, bool isHovered, bool isCurrent) const
{
    const QRectF frame = area.adjusted(0.5, 0.5, -0.5, -0.5);
    const bool isUnknown = box.health == DependencyHealth::Unknown;
    m_painter.setPen(frameOf(box, isHovered));
    m_painter.setBrush(isUnknown ? noDataBrush(m_palette) : QBrush(toColor(m_palette.raised)));
    m_painter.drawRoundedRect(frame, 3, 3);
    if (box.items.size() > 1) { // several entities in one box
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawLine(frame.bottomLeft() + QPointF(4, 2), frame.bottomRight() + QPointF(-4, 2));
    }
    if (isCurrent) {
        m_painter.setPen(QPen(toColor(m_palette.accent), 1, Qt::DotLine));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(frame.adjusted(2, 2, -2, -2));
    }
    QRectF text = area.adjusted(boxPad, 2, -boxPad, -2);
    if (box.health == DependencyHealth::Unhealthy) {
        drawSeverity(m_painter, {text.left(), text.top() + 3, severityMarkSide, severityMarkSide}, box.severity,
                     m_palette);
        text.setLeft(text.left() + severityMarkSide + 4);
    }
    m_painter.setFont(textFont());
    m_painter.setPen(toColor(m_palette.text));
    const bool hasNote = !box.note.empty();
    const QRectF upper(text.left(), text.top(), text.width(), hasNote ? text.height() / 2 : text.height());
    // Names of entities differ at the end; those of groups begin with their number.
    const Qt::TextElideMode side = box.items.size() > 1 ? Qt::ElideRight : Qt::ElideLeft;
    m_painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                       m_painter.fontMetrics().elidedText(modelText(box.label), side, static_cast<int>(upper.width())));
    if (!hasNote)
        return;
    m_painter.setFont(smallTextFont());
    m_painter.setPen(toColor(isUnknown ? m_palette.text : m_palette.dimText));
    const QRectF lower(text.left(), upper.bottom(), text.width(), text.height() / 2);
    m_painter.drawText(
        lower, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        m_painter.fontMetrics().elidedText(modelText(box.note), Qt::ElideRight, static_cast<int>(lower.width())));
}

constexpr std::size_t maxChosen = 16; ///< number of entities that the diagram starts from
constexpr std::size_t maxSelected = 1000; ///< selected by one click

/// Silent nodes, loops and switches, by kind and index.
std::set<EntityRef> silentOnes(const ClusterStore& store)
{
    std::set<EntityRef> silent;
    for (const EntityKind kind : {EntityKind::Node, EntityKind::Loop}) {
        for (std::uint32_t index = 0; index < store.topology()->count(kind); ++index) {
            if (store.freshness({kind, index}) != Freshness::Live)
                silent.insert({kind, index});
        }
    }
    // A planned switch without any reports is not silent.
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Switch); ++index) {
        if (store.freshness({EntityKind::Switch, index}) == Freshness::Stale)
            silent.insert({EntityKind::Switch, index});
    }
    return silent;
}

bool isSilentRack(const Topology& topology, EntityRef rack, const std::set<EntityRef>& silent)
{
    std::size_t nodes = 0;
    std::size_t silentNodes = 0;
    for (const EntityRef child : topology.children(rack)) {
        nodes += child.kind == EntityKind::Node ? 1 : 0;
        silentNodes += child.kind == EntityKind::Node && silent.contains(child) ? 1 : 0;
    }
    return nodes > 0 && silentNodes == nodes;
}

} // namespace

DependencyColumns::DependencyColumns(const DependencyPicture& picture, QSizeF size, qreal heading, qreal box)
    : m_boxes(picture.boxes.size())
{
    std::array<std::vector<std::size_t>, dependencyTierCount> ofTier;
    for (std::size_t index = 0; index < picture.boxes.size(); ++index)
        ofTier[static_cast<std::size_t>(picture.boxes[index].tier)].push_back(index);
    std::vector<std::vector<DependencyTier>> columns;
    for (const std::vector<DependencyTier>& tiers : tiersByColumn()) {
        std::vector<DependencyTier> shown;
        std::ranges::copy_if(tiers, std::back_inserter(shown),
                             [&](DependencyTier tier) { return !ofTier[static_cast<std::size_t>(tier)].empty(); });
        if (!shown.empty())
            columns.push_back(std::move(shown));
    }
    if (columns.empty())
        return;
    const auto count = static_cast<qreal>(columns.size());
    const qreal room = size.width() - 2 * margin;
    const qreal wide = std::min(widestBox, (room - (count - 1) * narrowestGap) / count);
    const qreal step = count > 1 ? (room - wide) / (count - 1) : 0;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const qreal left = margin + static_cast<qreal>(column) * step;
        qreal top = margin / 2;
        for (const DependencyTier tier : columns[column]) {
            m_headings.push_back({{left, top, wide, heading}, headingOf(tier)});
            top += heading;
            for (const std::size_t index : ofTier[static_cast<std::size_t>(tier)]) {
                if (top + box <= size.height())
                    m_boxes[index] = {left, top, wide, box};
                top += box + gapOfBoxes;
            }
            top += margin;
        }
    }
}

int DependencyColumns::boxAt(QPointF point) const
{
    const auto found = std::ranges::find_if(m_boxes, [&](const QRectF& box) { return box.contains(point); });
    return found == m_boxes.end() ? -1 : static_cast<int>(found - m_boxes.begin());
}

int DependencyColumns::next(int from, int right, int down) const
{
    if (from < 0 || static_cast<std::size_t>(from) >= m_boxes.size()) {
        const auto first = std::ranges::find_if(m_boxes, [](const QRectF& box) { return !box.isEmpty(); });
        return first == m_boxes.end() ? -1 : static_cast<int>(first - m_boxes.begin());
    }
    const QPointF here = m_boxes[static_cast<std::size_t>(from)].center();
    int best = from;
    qreal nearest = std::numeric_limits<qreal>::max();
    for (std::size_t index = 0; index < m_boxes.size(); ++index) {
        const QPointF way = m_boxes[index].center() - here;
        const bool isThere = right != 0 ? way.x() * right > 1 : std::abs(way.x()) < 1 && way.y() * down > 1;
        const qreal far = std::abs(way.x()) * 100 + std::abs(way.y());
        if (m_boxes[index].isEmpty() || !isThere || far >= nearest)
            continue;
        nearest = far;
        best = static_cast<int>(index);
    }
    return best;
}

DependencyRooms DependencyColumns::roomsFor(const DependencyScope& scope, qreal height, qreal heading, qreal box)
{
    DependencyRooms counts{};
    for (const DependencyItem& item : scope.items())
        ++counts[static_cast<std::size_t>(item.tier)];
    DependencyRooms rooms{};
    for (const std::vector<DependencyTier>& tiers : tiersByColumn()) {
        qreal left = height - margin / 2;
        std::size_t wanted = 0;
        std::size_t shown = 0;
        for (const DependencyTier tier : tiers) {
            const std::size_t count = counts[static_cast<std::size_t>(tier)];
            wanted += count;
            shown += count > 0 ? 1 : 0;
        }
        left -= static_cast<qreal>(shown) * (heading + margin);
        const auto rows = static_cast<std::size_t>(std::max(0.0, left / (box + gapOfBoxes)));
        // A tier that needs little space gets it; the other tier gets the rest.
        for (const DependencyTier tier : tiers) {
            const std::size_t count = counts[static_cast<std::size_t>(tier)];
            const std::size_t others = wanted - count;
            const std::size_t max = rows > others ? rows - others : 0;
            rooms[static_cast<std::size_t>(tier)]
                = std::min(count, std::max({max, rows / std::max<std::size_t>(1, shown), std::size_t{1}}));
        }
    }
    return rooms;
}

/// The graph of a topology and its jobs. Used by the worker only, one question at a time.
struct DependencyView::Ground
{
    explicit Ground(const ClusterStore& store)
        : topology(store.topology()),
          lanes(store.spans().lanes().size()),
          generation(store.spans().generation()),
          jobs(observedJobs(store.spans())),
          graph(*topology, jobs)
    { }

    [[nodiscard]] bool isOf(const ClusterStore& store) const
    {
        return topology == store.topology() && lanes == store.spans().lanes().size()
            && generation == store.spans().generation();
    }

    const TopologyPtr topology;
    const std::size_t lanes;
    const std::uint64_t generation;
    const ObservedJobs jobs;
    DependencyGraph graph;
};

/// All inputs of a diagram.
struct DependencyView::Question
{
    std::shared_ptr<Ground> ground;
    FabricResults::Flows flows;
    std::vector<DependencyItem> of;
    std::vector<Alert> alerts;
    std::set<EntityRef> silent;
    qreal height = 0;

    friend bool operator==(const Question&, const Question&) = default;
};

DependencyView::DependencyView(ViewContext context, QWidget* parent)
    : Canvas(context, tr("Dependencies between cooling, racks, nodes, GPUs, links, switches and jobs"), parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connectModels();
}

DependencyView::~DependencyView() = default;

void DependencyView::connectModels()
{
    connect(&m_limiter, &RepaintLimiter::due, this, &DependencyView::ask);
    const auto requestSoon = [this] {
        if (isVisible())
            m_limiter.request();
    };
    connect(&m_context.selection, &Selection::selectedChanged, this, [this, requestSoon] {
        m_job.clear();
        requestSoon();
    });
    connect(&m_context.cluster, &ClusterModel::changed, this, [requestSoon](const ChangeSet& changes) {
        if (changes.topology || changes.spans || changes.events || changes.sources)
            requestSoon();
    });
    connect(&m_context.time, &TimeWindow::cursorChanged, this, requestSoon);
    connect(&m_context.time, &TimeWindow::changed, this, requestSoon);
    if (m_context.alerts != nullptr)
        connect(m_context.alerts, &JoinedAlerts::joined, this, requestSoon);
    if (m_context.fabric != nullptr)
        connect(m_context.fabric, &FabricResults::changed, this, requestSoon);
}

void DependencyView::followGround()
{
    const ClusterStore& store = m_context.cluster.store();
    if (!m_ground || !m_ground->isOf(store))
        m_ground = std::make_shared<Ground>(store);
}

/// The selection; without one, the culprit of the worst alert, or the first entity in its chain.
std::vector<DependencyItem> DependencyView::wanted(const std::vector<Alert>& alerts, QString& about) const
{
    std::vector<DependencyItem> items;
    const auto add = [&](const DependencyItem& item) {
        const bool isAny = item.entity.isValid() || !item.name.empty();
        if (isAny && items.size() < maxChosen && std::ranges::find(items, item) == items.end())
            items.push_back(item);
    };
    if (!m_job.empty())
        add(DependencyScope::jobNamed(m_ground->graph, m_job));
    for (const EntityRef entity : m_job.empty() ? m_context.selection.selected() : std::vector<EntityRef>())
        add(DependencyScope::itemOf(m_ground->graph, entity));
    const auto worst = std::ranges::find_if(
        alerts, [](const Alert& alert) { return !alert.end && alert.state != Alert::State::Shelved; });
    if (items.empty() && worst != alerts.end()) {
        for (const EntityRef entity : worst->entities)
            add(DependencyScope::itemOf(m_ground->graph, entity));
        for (const Alert::Stage& stage : worst->chain) {
            if (!stage.job.empty() && worst->entities.empty())
                add(DependencyScope::jobNamed(m_ground->graph, stage.job));
        }
    }
    if (!items.empty()) { // the alert's title is above, with its value now
        const QString first = toQString(dependencyLabel(*m_ground->topology, items.front()));
        about = items.size() == 1 ? first : tr("%1 and %2 more").arg(first).arg(items.size() - 1);
    }
    return items;
}

void DependencyView::ask()
{
    if (!isVisible())
        return;
    followGround();
    const ClusterStore& store = m_context.cluster.store();
    const TimePoint moment = m_context.time.isFollowing() ? wallClockNow() : m_context.time.cursor();
    auto question = std::make_shared<Question>();
    question->ground = m_ground;
    question->flows = m_context.fabric != nullptr ? m_context.fabric->flows() : nullptr;
    if (m_context.alerts != nullptr)
        question->alerts = m_context.alerts->at(moment);
    question->of = wanted(question->alerts, m_about);
    question->silent = silentOnes(store);
    question->height = height();
    if (m_question && *m_question == *question)
        return;
    m_question = question;
    std::vector<DependencyCommunicator> communicators;
    if (question->flows) {
        for (const CommunicatorFlow& flow : *question->flows)
            communicators.push_back({store.spans().names().name(NameId{flow.communicator}), flow.gpus});
    }
    m_worker.ask([this, question, communicators = std::move(communicators), heading = headingHeight(),
                  box = boxHeight()](const std::stop_token& stop) {
        const DependencyGraph& graph = question->ground->graph;
        const DependencyScope scope(graph, communicators, question->of);
        if (stop.stop_requested())
            return;
        const DependencyRooms rooms = DependencyColumns::roomsFor(scope, question->height, heading, box);
        const auto isSilent = [&](EntityRef entity) {
            if (entity.kind == EntityKind::Rack)
                return isSilentRack(graph.topology(), entity, question->silent);
            for (const EntityKind kind : {EntityKind::Node, EntityKind::Switch}) {
                if (const EntityRef owner = graph.topology().ancestor(entity, kind); owner.isValid())
                    return question->silent.contains(owner);
            }
            return question->silent.contains(entity);
        };
        auto picture
            = std::make_shared<DependencyPicture>(dependencyPicture(scope, graph, question->alerts, rooms, isSilent));
        QMetaObject::invokeMethod(
            this,
            [this, question, picture = std::move(picture)] {
                if (question == m_question)
                    take(std::move(*picture));
            },
            Qt::QueuedConnection);
    });
}

void DependencyView::take(DependencyPicture picture)
{
    const DependencyBox* const current
        = m_current >= 0 ? &m_picture.boxes[static_cast<std::size_t>(m_current)] : nullptr;
    int next = -1;
    for (std::size_t index = 0; current != nullptr && index < picture.boxes.size(); ++index) {
        if (picture.boxes[index].items.front() == current->items.front())
            next = static_cast<int>(index);
    }
    m_current = next;
    m_picture = std::move(picture);
    m_columns = DependencyColumns(m_picture, size(), headingHeight(), boxHeight());
    updateCaption();
    update();
}

/// Updates the caption, for example "cdu-1: 12 unhealthy, 48 healthy but dependent on unhealthy ones".
void DependencyView::updateCaption()
{
    std::size_t inTrouble = 0;
    std::size_t stand = 0;
    std::size_t silent = 0;
    for (const DependencyBox& box : m_picture.boxes) {
        inTrouble += box.health == DependencyHealth::Unhealthy ? box.items.size() : 0;
        stand += box.health == DependencyHealth::AtRisk ? box.items.size() : 0;
        silent += box.health == DependencyHealth::Unknown ? box.items.size() : 0;
    }
    QString caption = m_about;
    const auto add = [&caption](const QString& words) {
        caption += QStringLiteral(" · ") + words;
    };
    if (inTrouble > 0)
        add(tr("%1 unhealthy").arg(inTrouble));
    if (stand > 0)
        add(tr("%1 healthy, but dependent on an unhealthy component").arg(stand));
    if (silent > 0)
        add(tr("%1 without data").arg(silent));
    if (m_picture.boxes.empty())
        caption.clear();
    if (std::exchange(m_caption, caption) == caption)
        return;
    setAccessibleDescription(caption);
    Q_EMIT captionChanged(caption);
}

qreal DependencyView::headingHeight() const
{
    return QFontMetricsF(smallTextFont()).height() + 4;
}

qreal DependencyView::boxHeight() const
{
    return QFontMetricsF(textFont()).height() + QFontMetricsF(smallTextFont()).height() + 6;
}

bool DependencyView::isIn(const DependencyBox& box, EntityRef entity) const
{
    return entity.isValid()
        && std::ranges::any_of(box.items, [&](const DependencyItem& item) { return item.entity == entity; });
}

void DependencyView::paintOn(QPainter& painter)
{
    const Palette& palette = m_context.theme.palette();
    painter.fillRect(rect(), toColor(palette.panel));
    if (m_picture.boxes.empty())
        return drawEmptyState(painter, rect(), palette, tr("Nothing selected and no active alerts."),
                              tr("Select a component to see its dependencies and dependents."));
    painter.setRenderHint(QPainter::Antialiasing);
    const DependencyPainter drawing(painter, palette);
    drawing.paintLines(m_picture, m_columns);
    drawing.paintHeadings(m_columns);
    EntityRef hovered = m_context.selection.hovered();
    if (m_ground && m_ground->topology->contains(hovered))
        hovered = DependencyScope::itemOf(m_ground->graph, hovered).entity;
    for (std::size_t index = 0; index < m_picture.boxes.size(); ++index) {
        if (const QRectF& area = m_columns.boxes()[index]; !area.isEmpty())
            drawing.paintBox(m_picture.boxes[index], area, isIn(m_picture.boxes[index], hovered),
                             hasFocus() && static_cast<int>(index) == m_current);
    }
}

void DependencyView::hover(QPointF point)
{
    const int at = m_columns.boxAt(point);
    if (at < 0) {
        m_tip->hide();
        m_context.selection.setHovered({});
        return;
    }
    const DependencyBox& box = m_picture.boxes[static_cast<std::size_t>(at)];
    m_context.selection.setHovered(box.items.size() == 1 ? box.items.front().entity : EntityRef{});
    HoverText text{box.note.empty() ? modelText(box.label) : modelText(box.label + ": " + box.note), {}};
    constexpr std::size_t named = 6;
    for (std::size_t index = 0; box.items.size() > 1 && index < std::min(named, box.items.size()); ++index)
        text.facts.push_back({QString(), toQString(dependencyLabel(*m_ground->topology, box.items[index]))});
    if (box.items.size() > named)
        text.facts.push_back({QString(), tr("and %1 more").arg(box.items.size() - named)});
    m_tip->showAt(point.toPoint(), std::move(text));
}

void DependencyView::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    m_current = m_columns.boxAt(point);
    choose(m_current, modifiers);
    update();
}

/// Entities to select for an item: itself, or the GPUs of a communicator.
std::vector<EntityRef> DependencyView::placesOf(const DependencyItem& item) const
{
    if (item.tier != DependencyTier::Communicator || !m_question || !m_question->flows)
        return {item.entity};
    const NameTable& names = m_context.cluster.store().spans().names();
    const auto flow = std::ranges::find_if(*m_question->flows, [&](const CommunicatorFlow& each) {
        return names.name(NameId{each.communicator}) == item.name;
    });
    return flow == m_question->flows->end() ? std::vector<EntityRef>() : *flow->gpus;
}

void DependencyView::choose(int at, Qt::KeyboardModifiers modifiers)
{
    if (at < 0 || static_cast<std::size_t>(at) >= m_picture.boxes.size())
        return;
    const DependencyBox box = m_picture.boxes[static_cast<std::size_t>(at)];
    std::vector<EntityRef> entities;
    for (const DependencyItem& item : box.items) {
        for (const EntityRef entity : placesOf(item)) {
            const bool isNew = std::ranges::find(entities, entity) == entities.end();
            if (entity.isValid() && isNew && entities.size() < maxSelected)
                entities.push_back(entity);
        }
    }
    if (entities.size() == 1 && modifiers.testFlag(Qt::ControlModifier))
        return m_context.selection.toggle(entities.front());
    if (entities.size() == 1)
        return m_context.selection.show(entities.front());
    if (!entities.empty())
        return m_context.selection.setSelected(std::move(entities));
    // A job is selected by the GPUs it runs on, but drawn with its own state.
    const DependencyItem& item = box.items.front();
    const auto job = std::ranges::find(m_ground->jobs, item.name, &ObservedJob::name);
    if (item.tier != DependencyTier::Job || job == m_ground->jobs.end())
        return;
    std::vector<EntityRef> places = job->places;
    places.resize(std::min(places.size(), maxSelected));
    m_context.selection.setSelected(std::move(places));
    m_job = item.name;
    m_limiter.request();
}

void DependencyView::showEvent(QShowEvent* event)
{
    Canvas::showEvent(event);
    m_limiter.request();
}

void DependencyView::hideEvent(QHideEvent* event)
{
    m_worker.cancel();
    m_question.reset();
    Canvas::hideEvent(event);
}

void DependencyView::resizeEvent(QResizeEvent* event)
{
    Canvas::resizeEvent(event);
    m_columns = DependencyColumns(m_picture, size(), headingHeight(), boxHeight());
    if (isVisible())
        m_limiter.request();
}

void DependencyView::keyPressEvent(QKeyEvent* event)
{
    struct Way
    {
        int key;
        int right;
        int down;
    };
    static constexpr std::array ways{Way{Qt::Key_Left, -1, 0}, Way{Qt::Key_Right, 1, 0}, Way{Qt::Key_Up, 0, -1},
                                     Way{Qt::Key_Down, 0, 1}};
    const auto way = std::ranges::find(ways, event->key(), &Way::key);
    if (way != ways.end()) {
        m_current = m_columns.next(m_current, way->right, way->down);
        if (m_current >= 0) {
            const DependencyBox& box = m_picture.boxes[static_cast<std::size_t>(m_current)];
            m_context.selection.setHovered(box.items.size() == 1 ? box.items.front().entity : EntityRef{});
        }
        update();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        choose(m_current, event->modifiers());
    } else {
        Canvas::keyPressEvent(event);
    }
}

} // namespace lockstep

#include "moc_dependencyview.cpp"
