// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/verdicttext.h"

#include "models/core/units.h"
#include "models/store/clusterstore.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace lockstep {

namespace {

/// Minimum reduction of a step that is mentioned.
constexpr double minSaved = 0.002;
/// The reasons of verdicts that have no variable part.
[[maybe_unused]] constexpr const char* reasons[] = {
    QT_TRANSLATE_NOOP("lockstep", "no complete step yet"),
    QT_TRANSLATE_NOOP("lockstep", "only one rank is known; waits are visible only between ranks"),
    QT_TRANSLATE_NOOP("lockstep", "the same ranks are repeatedly late, but replays without their delays are no faster"),
    QT_TRANSLATE_NOOP("lockstep", "no step has been replayed yet, and the blame is spread over many ranks"),
};

QString tr(const char* text)
{
    return QCoreApplication::translate("lockstep", text);
}

QString quantity(double value, Unit unit)
{
    return QString::fromStdString(formatQuantity(value, unit));
}

const SpanLane* storedLane(const ClusterStore& store, const JobSync& job, std::uint32_t lane)
{
    const auto& lanes = store.spans().lanes();
    return lane < job.lanes.size() && job.lanes[lane] < lanes.size() ? &lanes[job.lanes[lane]] : nullptr;
}

QString nameOfId(const ClusterStore& store, std::uint32_t id)
{
    const NameTable& names = store.spans().names();
    return id < names.size() ? QString::fromStdString(names.name(NameId{id})) : QString();
}

QString rankName(const ClusterStore& store, const JobSync& job, std::uint32_t lane)
{
    const SpanLane* stored = storedLane(store, job, lane);
    const QString own = stored != nullptr ? nameOfId(store, stored->name.value) : QString();
    if (!own.isEmpty() || lane >= job.ranks.size())
        return own;
    return tr("rank %1").arg(job.ranks[lane]);
}

QString placeName(const ClusterStore& store, EntityRef place)
{
    if (!store.topology()->contains(place))
        return {};
    return QString::fromStdString(place.kind == EntityKind::Gpu ? store.topology()->path(place)
                                                                : store.topology()->name(place));
}

QString jobName(const JobSync& job)
{
    return job.name.empty() ? tr("the job") : QString::fromStdString(job.name);
}

/// "rank 210 (A03 / node-010 / gpu2)", "ranks 0 and 6", "52 ranks on loop cdu-1".
QString ranksText(const ClusterStore& store, const JobSync& job)
{
    constexpr std::size_t maxNamed = 3;
    const JobVerdict& verdict = job.verdict;
    const QString place = placeName(store, verdict.place);
    if (verdict.lanes.size() == 1) {
        const QString name = rankName(store, job, verdict.lanes.front());
        return place.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, place);
    }
    QString who;
    if (verdict.lanes.size() <= maxNamed) {
        QStringList names;
        for (const std::uint32_t lane : verdict.lanes)
            names << rankName(store, job, lane);
        const QString last = names.takeLast();
        who = tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
    } else {
        who = tr("%1 of %2 ranks").arg(verdict.lanes.size()).arg(job.ranks.size());
    }
    if (place.isEmpty())
        return who;
    switch (verdict.place.kind) {
    case EntityKind::Loop:
        return tr("%1 on cooling loop %2").arg(who, place);
    case EntityKind::Rack:
        return tr("%1 in rack %2").arg(who, place);
    default:
        return tr("%1 on %2").arg(who, place);
    }
}

/// The reason, after a colon; empty: none.
QString whyText(const JobVerdict& verdict)
{
    if (verdict.cause != RankCause::Unknown) {
        const QString cause = causeText(verdict.cause, verdict.lanes.size());
        if (verdict.lanes.size() == 1 || verdict.causeLanes == verdict.lanes.size())
            return cause;
        return tr("%1 (%2 of %3)").arg(cause).arg(verdict.causeLanes).arg(verdict.lanes.size());
    }
    if (std::isnan(verdict.slowdown) || verdict.slowdown <= 1)
        return {};
    const QString longer = quantity(verdict.slowdown - 1, Unit::Ratio);
    return verdict.lanes.size() == 1 ? tr("compute time %1 longer than its peers'").arg(longer)
                                     : tr("compute time up to %1 longer than their peers'").arg(longer);
}

QString hangText(const ClusterStore& store, const JobSync& job)
{
    if (!job.missing.empty()) {
        const MissingRank& rank = job.missing.front();
        const QString words = rank.isHang
            ? tr("%1 hangs: %2 ranks wait in %3 #%4, which %5 has not entered")
            : tr("%1 has an unusually long wait: %2 ranks wait in %3 #%4, which %5 has not entered");
        const QString first = words.arg(jobName(job))
                                  .arg(rank.waiting)
                                  .arg(nameOfId(store, rank.communicator))
                                  .arg(rank.sequence)
                                  .arg(rankName(store, job, rank.lane));
        return job.missing.size() == 1 ? first + QLatin1Char('.')
                                       : tr("%1; %2 more are missing.").arg(first).arg(job.missing.size() - 1);
    }
    const StuckCollective& stuck = job.stuck.front();
    const QString words = stuck.isHang
        ? tr("%1 hangs: all %2 ranks of %3 have entered collective #%4, but it does not complete. Check their links.")
        : tr(
            "%1 has an unusually long wait: all %2 ranks of %3 have entered collective #%4, but it does not complete.");
    return words.arg(jobName(job)).arg(stuck.waiting).arg(nameOfId(store, stuck.communicator)).arg(stuck.sequence);
}

QString culpritPronoun(const JobVerdict& verdict)
{
    return verdict.kind == VerdictKind::Ranks && verdict.lanes.size() == 1 ? tr("it") : tr("them");
}

/// "5.63 s each, 5.08 s without it".
QString timesText(const JobVerdict& verdict)
{
    if (std::isnan(verdict.stepSeconds))
        return {};
    const QString now = quantity(verdict.stepSeconds, Unit::Seconds);
    const QString without = quantity(verdict.stepSecondsWithout, Unit::Seconds);
    const bool isShorter = verdict.stepSeconds - verdict.stepSecondsWithout > minSaved * verdict.stepSeconds;
    const QString each = verdict.steps == 1 ? now : tr("%1 each").arg(now);
    if (!isShorter)
        return each;
    switch (verdict.kind) {
    case VerdictKind::Ranks:
        return tr("%1, %2 without %3").arg(each, without, culpritPronoun(verdict));
    case VerdictKind::LastStage:
        return tr("%1, %2 if the last stage were ideal").arg(each, without);
    default:
        return tr("%1, %2 at best").arg(each, without);
    }
}

QString unevenText(const JobSync& job)
{
    return tr("No single straggler in %1: the slowest rank changes (%2 ranks in %3 steps), which is typical of "
              "sequences of different lengths.")
        .arg(jobName(job))
        .arg(job.verdict.turns)
        .arg(job.verdict.steps);
}

QString linksText(const ClusterStore& store, const JobSync& job)
{
    const QString group = nameOfId(store, job.verdict.communicator);
    if (job.verdict.communicator == JobVerdict::none || group.isEmpty())
        return tr("Slow links delay %1: transfers are slower than their baseline.").arg(jobName(job));
    return tr("Slow links of %1 delay %2: transfers are slower than their peers or their baseline.")
        .arg(group, jobName(job));
}

/// "ranks 4 to 7 and 9"; as many as can be read.
QString missingRanksText(const std::vector<std::uint32_t>& missing)
{
    constexpr int maxRanges = 3;
    QStringList ranges;
    for (std::size_t at = 0; at < missing.size();) {
        std::size_t last = at;
        while (last + 1 < missing.size() && missing[last + 1] == missing[last] + 1)
            ++last;
        if (ranges.size() == maxRanges) {
            ranges << tr("%1 more").arg(missing.size() - at);
            break;
        }
        ranges << (last == at ? QString::number(missing[at]) : tr("%1 to %2").arg(missing[at]).arg(missing[last]));
        at = last + 1;
    }
    const QString end = ranges.takeLast();
    const QString all = ranges.isEmpty() ? end : tr("%1 and %2").arg(ranges.join(QStringLiteral(", ")), end);
    return missing.size() == 1 ? tr("rank %1").arg(all) : tr("ranks %1").arg(all);
}

/// Data that a verdict lacks: " Only 32 of 64 ranks seen; no data from ranks 32 to 63."; empty: nothing is missing.
QString gapText(const JobCompleteness& seen)
{
    if (seen.hasAllRanks() || seen.ranks == 0)
        return {};
    const QString of = tr(" Only %1 of %2 ranks seen").arg(seen.ranks).arg(seen.expected);
    if (seen.missing.empty())
        return tr("%1; the scheduler allocated %2 GPUs.").arg(of).arg(seen.expected);
    return tr("%1; no data from %2.").arg(of, missingRanksText(seen.missing));
}

QString judgementText(const JobSync& job, const ClusterStore& store)
{
    const JobVerdict& verdict = job.verdict;
    switch (verdict.kind) {
    case VerdictKind::CannotJudge:
        return tr("Cannot determine the straggler of %1: %2.").arg(jobName(job), tr(verdict.because.c_str()));
    case VerdictKind::NoStraggler:
        return tr("No straggler in %1.").arg(jobName(job));
    case VerdictKind::Hang:
        return hangText(store, job);
    case VerdictKind::Ranks: {
        const QString who = verdict.lanes.size() == 1 ? tr("%1 slows down %2").arg(ranksText(store, job), jobName(job))
                                                      : tr("%1 slow down %2").arg(ranksText(store, job), jobName(job));
        const QString why = whyText(verdict);
        return (why.isEmpty() ? who : QStringLiteral("%1: %2").arg(who, why)) + QLatin1Char('.');
    }
    case VerdictKind::LastStage:
        return tr("The last pipeline stage slows down %1: it has more work than the others.").arg(jobName(job));
    case VerdictKind::Links:
        return linksText(store, job);
    case VerdictKind::Storage:
        return tr("Storage delays %1: checkpoints take longer than their baseline, or end at different times.")
            .arg(jobName(job));
    case VerdictKind::Uneven:
        return unevenText(job);
    }
    return {};
}

} // namespace

QString causeText(RankCause cause, std::size_t ranks)
{
    const bool isOne = ranks == 1;
    switch (cause) {
    case RankCause::Heat:
        return isOne ? tr("its clock was throttled by heat") : tr("their clocks were throttled by heat");
    case RankCause::Power:
        return isOne ? tr("its clock was throttled by its power limit")
                     : tr("their clocks were throttled by their power limit");
    case RankCause::Throttled:
        return isOne ? tr("its clock was throttled") : tr("their clocks were throttled");
    case RankCause::LateLaunches:
        return isOne ? tr("its GPU is idle between operations; check its host")
                     : tr("their GPUs are idle between operations; check their hosts");
    case RankCause::Unknown:
        break;
    }
    return {};
}

QString verdictText(const JobSync& job, const ClusterStore& store)
{
    return judgementText(job, store) + gapText(job.completeness);
}

QString verdictEvidence(const JobSync& job)
{
    const JobVerdict& verdict = job.verdict;
    if (verdict.kind == VerdictKind::Hang || verdict.steps == 0)
        return {};
    QStringList parts;
    if (const QString times = timesText(verdict); !times.isEmpty())
        parts << times;
    if (verdict.share > 0)
        parts << tr("%1 of the job's GPU time spent waiting for %2")
                     .arg(quantity(verdict.share, Unit::Ratio), culpritPronoun(verdict));
    if (verdict.kind == VerdictKind::Ranks && verdict.lanes.size() == 1 && verdict.steps > 1
        && !verdict.evidence.empty())
        parts << (verdict.pattern == StragglerPattern::Drift ? QStringLiteral("%1") : tr("in %1"))
                     .arg(QString::fromStdString(verdict.evidence));
    if (const JobCompleteness& seen = job.completeness; seen.partial > 0)
        parts << tr("%1 of %2 collectives lack data from at least one rank").arg(seen.partial).arg(seen.collectives);
    if (parts.isEmpty())
        return {};
    const QString when = verdict.steps == 1 ? tr("In one step") : tr("Last %1 steps").arg(verdict.steps);
    return QStringLiteral("%1: %2.").arg(when, parts.join(QStringLiteral("; ")));
}

} // namespace lockstep
