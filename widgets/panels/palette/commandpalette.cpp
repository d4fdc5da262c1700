// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/palette/commandpalette.h"

#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/modeltext.h"
#include "models/view/translation.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QAbstractListModel>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimerEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr int runScore = 100;
constexpr int wordStartScore = 40;
constexpr int wholeWordScore = 20;
constexpr int scatteredStartScore = 12;
constexpr int scatteredNextScore = 6;

bool isWordStart(QStringView text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber() || (text[at - 1].isLower() && text[at].isUpper());
}

/// Score of the best contiguous match of @p word in @p text; nullopt: none.
std::optional<int> scoreRun(QStringView word, QStringView text)
{
    std::optional<int> best;
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
        const qsizetype after = at + word.size();
        int score = runScore;
        if (isWordStart(text, at)) {
            score += wordStartScore;
            if (after == text.size() || !text[after].isLetterOrNumber())
                score += wholeWordScore;
        }
        best = std::max(best.value_or(score), score);
    }
    return best;
}

/// The letters of @p word in order but not contiguous, the first at the start of a word: "gt" finds "GPU temperature".
std::optional<int> scoreScattered(QStringView word, QStringView text)
{
    int score = 0;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar letter : word) {
        at = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (last < 0) {
            while (at >= 0 && !isWordStart(text, at))
                at = text.indexOf(letter, at + 1, Qt::CaseInsensitive);
        }
        if (at < 0)
            return std::nullopt;
        if (isWordStart(text, at))
            score += scatteredStartScore;
        else if (at == last + 1)
            score += scatteredNextScore;
        last = at++;
    }
    return score;
}

} // namespace

std::optional<int> fuzzyScore(QStringView query, QStringView text)
{
    int total = 0;
    for (const QStringView word : query.split(u' ', Qt::SkipEmptyParts)) {
        auto score = scoreRun(word, text);
        if (!score)
            score = scoreScattered(word, text);
        if (!score)
            return std::nullopt;
        total += *score;
    }
    // Prefer the shorter of equal matches.
    return total * 4 - static_cast<int>(std::min<qsizetype>(text.size(), 200));
}

void PaletteSearch::setActions(const QList<QAction*>& actions)
{
    m_actions.clear();
    for (QAction* action : actions)
        m_actions << action;
}

void PaletteSearch::start(const QString& query)
{
    m_query = query.simplified();
    m_results.clear();
    m_kind = 0;
    m_index = 0;
    m_isStarted = true;
}

void PaletteSearch::consider(PaletteEntry entry)
{
    const auto score = fuzzyScore(m_query, entry.text);
    if (!score)
        return;
    entry.score = *score;
    const auto place = std::ranges::upper_bound(m_results, entry.score, std::greater{}, &PaletteEntry::score);
    if (place == m_results.end() && m_results.size() >= maxResults)
        return;
    m_results.insert(place, std::move(entry));
    if (m_results.size() > maxResults)
        m_results.pop_back();
}

void PaletteSearch::searchActions()
{
    for (const QPointer<QAction>& action : m_actions) {
        if (action.isNull() || !action->isEnabled() || !action->isVisible() || action->isSeparator())
            continue;
        PaletteEntry entry;
        entry.text = action->text().remove(QLatin1Char('&'));
        entry.detail = action->shortcut().toString(QKeySequence::NativeText);
        entry.action = action;
        if (m_query.isEmpty())
            m_results.push_back(std::move(entry)); // in the order of the menus
        else
            consider(std::move(entry));
    }
}

void PaletteSearch::searchMetrics(const ClusterStore& store)
{
    for (std::uint32_t index = 0; index < store.metrics().size(); ++index) {
        if (!store.metrics().isOffered(MetricId{index}))
            continue;
        const MetricDescriptor& metric = store.metrics().descriptor(MetricId{index});
        PaletteEntry entry;
        entry.kind = PaletteEntry::Kind::Metric;
        entry.text = QStringLiteral("%1  %2").arg(modelText(metric.title), toQString(metric.name));
        entry.detail = lockstep::tr("metric (%1)").arg(unitText(metric.unit));
        entry.metric = MetricId{index};
        consider(std::move(entry));
    }
}

bool PaletteSearch::advance(const ClusterStore& store, std::size_t budget)
{
    if (m_isStarted) {
        m_isStarted = false;
        searchActions();
        // Without input, lists only commands, because entities would hide them.
        if (m_query.isEmpty()) {
            m_kind = entityKindCount;
            return true;
        }
        searchMetrics(store);
    }
    const Topology& topology = *store.topology();
    for (std::size_t looked = 0; m_kind < entityKindCount && looked < budget;) {
        const auto kind = static_cast<EntityKind>(m_kind);
        const auto end = std::min<std::size_t>(topology.count(kind), m_index + (budget - looked));
        for (; m_index < end; ++m_index, ++looked) {
            const EntityRef entity{kind, m_index};
            PaletteEntry entry;
            entry.kind = PaletteEntry::Kind::Entity;
            entry.text = toQString(topology.path(entity));
            entry.detail = toQString(entityKindName(kind));
            entry.entity = entity;
            consider(std::move(entry));
        }
        if (m_index >= topology.count(kind)) {
            ++m_kind;
            m_index = 0;
        }
    }
    return m_kind >= entityKindCount;
}

/// Search results as rows. Owned by the palette.
class PaletteListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { DetailRole = Qt::UserRole };

    using QAbstractListModel::QAbstractListModel;

    void setEntries(std::vector<PaletteEntry> entries)
    {
        beginResetModel();
        m_entries = std::move(entries);
        endResetModel();
    }

    /// Null if there is no such row.
    [[nodiscard]] const PaletteEntry* entry(int row) const
    {
        return row >= 0 && row < rowCount() ? &m_entries[static_cast<std::size_t>(row)] : nullptr;
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
    }

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        const PaletteEntry* found = index.isValid() ? entry(index.row()) : nullptr;
        if (found == nullptr)
            return {};
        switch (role) {
        case Qt::DisplayRole:
            return found->text;
        case DetailRole:
            return found->detail;
        case Qt::AccessibleTextRole:
            return QStringLiteral("%1, %2").arg(found->text, found->detail);
        default:
            return {};
        }
    }

private:
    std::vector<PaletteEntry> m_entries;
};

/// Paints a result: its text and, dimmed on the right, its keys, kind or unit. Owned by the palette.
class PaletteDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit PaletteDelegate(const Theme& theme, QObject* parent = nullptr)
        : QStyledItemDelegate(parent), m_theme(theme)
    { }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Palette& palette = m_theme.palette();
        const bool isChosen = option.state.testFlag(QStyle::State_Selected);
        const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
        if (isChosen)
            painter->fillRect(option.rect, toColor(mixed(palette.raised, palette.accent, 0.28)));
        else if (isHovered)
            painter->fillRect(option.rect, toColor(palette.line));

        QRect line = option.rect.adjusted(12, 0, -12, 0);
        painter->setFont(smallTextFont());
        painter->setPen(toColor(isChosen ? palette.text : palette.dimText));
        const QString detail = index.data(PaletteListModel::DetailRole).toString();
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, detail);
        line.setRight(line.right() - painter->fontMetrics().horizontalAdvance(detail) - 16);
        painter->setFont(textFont());
        painter->setPen(toColor(palette.text));
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, line.width()));
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {200, rowHeight(textFont()) + 4};
    }

private:
    const Theme& m_theme;
};

namespace {

constexpr int widestPalette = 680;
constexpr int maxRows = 12;
/// Candidates looked at in one slice: under a millisecond.
constexpr std::size_t searchSlice = 1500;

} // namespace

CommandPalette::CommandPalette(ViewContext context, QWidget* window)
    : QFrame(window),
      m_context(context),
      m_edit(new QLineEdit),
      m_list(new QListView),
      m_nothing(makeLabel(tr("No match."))),
      m_model(new PaletteListModel(this))
{
    hide();
    setAccessibleName(tr("Command palette"));
    m_edit->setPlaceholderText(tr("Type a command, component or metric"));
    m_edit->setAccessibleName(tr("Find command, component or metric"));
    m_edit->setMinimumHeight(32);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(context.theme, m_list));
    m_list->setAccessibleName(tr("Results"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setStyleSheet(QStringLiteral("QListView { background: transparent; border: none; }"));
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->setContentsMargins(12, 4, 12, 8);

    auto* lines = makeBox<QVBoxLayout>(this, 6, {8, 8, 8, 8});
    lines->addWidget(m_edit);
    lines->addWidget(m_list);
    lines->addWidget(m_nothing);

    m_edit->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) { run(index.row()); });
}

CommandPalette::~CommandPalette() = default;

void CommandPalette::setActions(const QList<QAction*>& actions)
{
    m_search.setActions(actions);
}

void CommandPalette::open()
{
    if (isVisible())
        return close();
    m_focusBefore = QApplication::focusWidget();
    m_edit->clear();
    search();
    show();
    raise();
    m_edit->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::close()
{
    m_timer.stop();
    hide();
    if (m_focusBefore != nullptr)
        m_focusBefore->setFocus(Qt::OtherFocusReason);
}

void CommandPalette::search()
{
    m_search.start(m_edit->text());
    // Searches the first slice at once; in most clusters it covers everything.
    if (m_search.advance(m_context.cluster.store(), searchSlice))
        m_timer.stop();
    else
        m_timer.start(0, this);
    showResults();
}

void CommandPalette::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId())
        return QFrame::timerEvent(event);
    if (m_search.advance(m_context.cluster.store(), searchSlice))
        finishSearch();
}

void CommandPalette::finishSearch()
{
    if (!m_timer.isActive())
        return;
    m_timer.stop();
    while (!m_search.advance(m_context.cluster.store(), searchSlice)) { }
    showResults();
}

void CommandPalette::showResults()
{
    m_model->setEntries(m_search.results());
    const int rows = m_model->rowCount();
    m_list->setVisible(rows > 0);
    m_nothing->setVisible(rows == 0);
    m_list->setCurrentIndex(m_model->index(0, 0));
    m_list->setFixedHeight(std::clamp(rows, 1, maxRows) * std::max(1, m_list->sizeHintForRow(0)) + 2);
    place();
}

void CommandPalette::place()
{
    const QWidget* window = parentWidget();
    const int wide = std::min(widestPalette, window->width() - 40);
    setFixedWidth(wide);
    layout()->activate();
    adjustSize();
    move((window->width() - wide) / 2, window->height() / 8);
}

void CommandPalette::run(int row)
{
    const PaletteEntry* found = m_model->entry(row);
    if (found == nullptr)
        return;
    // A copy, because the command may open the palette again.
    const PaletteEntry entry = *found;
    close();
    if (entry.action != nullptr)
        entry.action->trigger();
    else if (entry.kind == PaletteEntry::Kind::Entity)
        Q_EMIT entityChosen(entry.entity);
    else if (entry.kind == PaletteEntry::Kind::Metric)
        Q_EMIT metricChosen(entry.metric);
}

bool CommandPalette::typed(int key)
{
    if (key == Qt::Key_Escape) {
        close();
        return true;
    }
    constexpr std::array choosing{Qt::Key_Return, Qt::Key_Enter,    Qt::Key_Down,
                                  Qt::Key_Up,     Qt::Key_PageDown, Qt::Key_PageUp};
    if (std::ranges::find(choosing, key) != choosing.end())
        finishSearch(); // the best match may not have been found yet
    const int rows = m_model->rowCount();
    const auto choose = [&](int row) {
        m_list->setCurrentIndex(m_model->index(std::clamp(row, 0, rows - 1), 0));
    };
    const int current = m_list->currentIndex().row();
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        run(current);
        return true;
    case Qt::Key_Down:
        choose(current + 1 < rows ? current + 1 : 0);
        return true;
    case Qt::Key_Up:
        choose(current > 0 ? current - 1 : rows - 1);
        return true;
    case Qt::Key_PageDown:
        choose(current + maxRows);
        return true;
    case Qt::Key_PageUp:
        choose(current - maxRows);
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true; // the focus cannot move anywhere else
    default:
        return false;
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit) {
        if (event->type() == QEvent::KeyPress && typed(static_cast<QKeyEvent*>(event)->key()))
            return true;
        if (event->type() == QEvent::FocusOut && isVisible() && !m_list->isAncestorOf(QApplication::focusWidget())) {
            // Closes on a click or a command elsewhere in this window, but not when another window is activated.
            const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
            if (reason == Qt::MouseFocusReason || reason == Qt::OtherFocusReason) {
                m_focusBefore = nullptr;
                close();
            }
        }
    } else if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.raised));
    painter.setPen(toColor(mixed(palette.line, palette.dimText, 0.35)));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace lockstep

#include "commandpalette.moc"
#include "moc_commandpalette.cpp"
