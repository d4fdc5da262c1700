// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/usualfacts.h"

#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/core/units.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <cmath>

namespace lockstep {

namespace {

QString usualText(const UsualRange& range, const Learned& learned)
{
    QString text = quantityText(static_cast<double>(range.usual), range.unit);
    if (!std::isnan(range.spread))
        text += tr(" ± %1").arg(quantityText(static_cast<double>(range.spread), range.unit));
    const QString since = toQString(formatTime(learned.since, std::chrono::seconds(1)));
    if (!(range.seconds > 0))
        return tr("%1, learned since %2").arg(text, since);
    const Duration from = std::chrono::round<std::chrono::seconds>(std::chrono::duration<float>(range.seconds));
    return tr("%1, from %2 since %3").arg(text, toQString(roughDuration(from)), since);
}

} // namespace

Facts usualFacts(const LearnedBook& book, const ClusterStore& store, EntityRef entity)
{
    Facts facts;
    if (!store.topology() || !store.topology()->contains(entity))
        return facts;
    const std::vector<LearnedBook::Entry> entries = book.of(learnedPath(*store.topology(), entity));
    if (entries.empty())
        return facts;
    if (store.viewTime())
        return facts; // what is usual by now is no word on the moment shown
    for (const LearnedBook::Entry& entry : entries) {
        for (const UsualRange& range : entry.learned.ranges)
            facts.push_back({tr("Baseline: %1").arg(toQString(range.what)), usualText(range, entry.learned)});
    }
    return facts;
}

} // namespace lockstep
