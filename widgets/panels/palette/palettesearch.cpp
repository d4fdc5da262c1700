// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/palette/palettesearch.h"

#include "models/store/clusterstore.h"
#include "models/view/modeltext.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <QAction>

#include <algorithm>

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
        // Without input list only commands; entities would bury them.
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

} // namespace lockstep
