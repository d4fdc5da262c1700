// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/store/clusterstore.h"

#include <QByteArray>
#include <QByteArrayList>

#include <algorithm>
#include <cstdint>
#include <span>

namespace lockstep {

/// Results as text with names instead of ids, so that the results of two stores can be compared line by line.
class ResultsText
{
public:
    explicit ResultsText(const ClusterStore& store) : m_store(store) { }

    [[nodiscard]] QByteArrayList of(const SyncSnapshot& snapshot) const
    {
        QByteArrayList lines;
        for (const auto& job : snapshot.jobs)
            lines += of(*job);
        for (std::uint32_t lane = 0; lane < snapshot.places.size(); ++lane) {
            if (const auto place = snapshot.placeOf(lane); place.job != nullptr)
                lines << "place " + laneName(lane) + number(place.lane) + ' ' + place.job->name.c_str();
        }
        std::ranges::sort(lines);
        return lines;
    }
    [[nodiscard]] QByteArrayList of(const FabricResults::Flows& flows) const
    {
        QByteArrayList lines;
        for (const CommunicatorFlow& flow : *flows) {
            QByteArray line = name(flow.communicator) + (flow.crossesNodes ? " across" : " within");
            for (const float value : {flow.busBandwidth, flow.lineRate, flow.traffic})
                line += number(value);
            for (const EntityRef gpu : *flow.gpus)
                line += ' ' + pathOf(gpu);
            lines << line;
        }
        std::ranges::sort(lines);
        return lines;
    }

private:
    template <class Number>
    static QByteArray number(Number value)
    {
        return ' ' + QByteArray::number(value);
    }
    static QByteArray number(float value) { return ' ' + QByteArray::number(static_cast<double>(value), 'g', 9); }
    static QByteArray number(double value) { return ' ' + QByteArray::number(value, 'g', 17); }
    template <class Values>
    static QByteArray list(const Values& values)
    {
        QByteArray text;
        for (const auto value : values)
            text += number(value);
        return text;
    }

    [[nodiscard]] QByteArray name(std::uint32_t id) const
    {
        const NameTable& names = m_store.spans().names();
        return id < names.size() ? QByteArray::fromStdString(names.name(NameId{id})) : number(id);
    }
    [[nodiscard]] QByteArray pathOf(EntityRef entity) const
    {
        return m_store.topology()->contains(entity) ? QByteArray::fromStdString(m_store.topology()->path(entity)) : "?";
    }
    [[nodiscard]] QByteArray laneName(std::uint32_t lane) const
    {
        const auto& lanes = m_store.spans().lanes();
        return lane < lanes.size() ? pathOf(lanes[lane].entity) + '/' + name(lanes[lane].name.value) : "unknown lane";
    }
    [[nodiscard]] QByteArray culprit(const JobSync& job, Culprit who) const
    {
        switch (who.kind) {
        case CulpritKind::Lane:
            return laneName(job.lanes[who.index]);
        case CulpritKind::Communicator:
            return "links of " + name(who.index);
        case CulpritKind::Storage:
            break;
        }
        return "storage";
    }

    [[nodiscard]] QByteArrayList of(const JobSync& job) const
    {
        const QByteArray whose = QByteArray::fromStdString(job.name) + ": ";
        QByteArrayList lines{whose + "is " + name(job.job) + number(job.judgedSteps) + number(job.waitGpuSeconds)
                             + number(job.gpuSeconds)};
        for (std::size_t lane = 0; lane < job.lanes.size(); ++lane) {
            QByteArray line = whose + "lane " + laneName(job.lanes[lane]) + number(job.ranks[lane]);
            for (std::size_t at = 0; at < timeClassCount; ++at)
                line += number(static_cast<qint64>(job.classes[lane].ns(static_cast<TimeClass>(at))));
            line += lane < job.recent.size() ? list(job.recent[lane]) : QByteArray();
            const DriftEstimate& drift = job.drifts[lane];
            lines << line + number(drift.perThousandSteps) + number(drift.steps) + number(drift.sigma)
                    + number(drift.now);
        }
        for (const auto& step : job.steps)
            lines << whose + "step" + number(step->step) + range(step->range) + number(step->waitGpuSeconds)
                    + number(step->blamedGpuSeconds) + list(step->blame) + list(step->wait) + list(step->slowdown);
        for (const CulpritRow& row : job.culprits)
            lines << whose + "culprit " + culprit(job, row.culprit) + number(row.gpuSeconds) + number(row.share)
                    + number(row.lastStepGpuSeconds) + number(static_cast<int>(row.pattern)) + row.evidence.c_str();
        for (std::size_t back = 1; back <= job.verdicts.size(); ++back) {
            for (const WaitVerdict& each : *job.verdicts[job.verdicts.size() - back]) {
                QByteArray line = whose + "wait" + number(static_cast<int>(back)) + ' ' + name(each.communicator)
                    + number(each.sequence) + ' ' + laneName(job.lanes[each.last]) + ' ' + culprit(job, each.root);
                if (each.lane != WaitVerdict::allLanes)
                    line += " of " + laneName(job.lanes[each.lane]);
                lines << line + number(static_cast<qint64>(each.transferNs));
            }
        }
        for (const auto& point : job.driftCurve)
            lines << whose + "drift" + number(point->firstStep) + number(point->lastStep) + list(point->slowdown);
        for (const MissingRank& rank : job.missing)
            lines << whose + "missing " + laneName(job.lanes[rank.lane]) + ' ' + name(rank.communicator)
                    + number(rank.sequence) + number(rank.waiting);
        for (const StuckCollective& stuck : job.stuck)
            lines << whose + "stuck " + name(stuck.communicator) + number(stuck.sequence) + number(stuck.waiting);
        if (job.whatIf)
            lines << whose + "what if" + number(job.whatIf->result.slowdown) + number(job.whatIf->result.stepSeconds)
                    + number(job.whatIf->result.idealStepSeconds) + number(job.whatIf->slowShare)
                    + number(job.whatIf->transferShare) + number(job.whatIf->measuredStepSeconds);
        lines << whose + "verdict" + of(job, job.verdict);
        return lines;
    }
    [[nodiscard]] QByteArray of(const JobSync& job, const JobVerdict& verdict) const
    {
        QByteArray line = number(static_cast<int>(verdict.kind)) + ' ' + name(verdict.communicator)
            + number(verdict.share) + number(verdict.slowdown) + number(verdict.stepSeconds)
            + number(verdict.stepSecondsWithout) + number(verdict.steps) + number(static_cast<int>(verdict.cause))
            + number(verdict.causeLanes) + ' ' + pathOf(verdict.place) + ' ' + verdict.evidence.c_str() + ' '
            + verdict.because.c_str();
        for (const std::uint32_t lane : verdict.lanes)
            line += ' ' + laneName(job.lanes[lane]);
        return line;
    }
    static QByteArray range(TimeRange range)
    {
        return number(static_cast<qint64>(nsOf(range.from))) + number(static_cast<qint64>(nsOf(range.to)));
    }

    const ClusterStore& m_store;
};

} // namespace lockstep
