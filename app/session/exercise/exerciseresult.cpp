// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exerciseresult.h"

#include "app/scoring/matching.h"
#include "models/simulation/cluster/drill.h"

#include <QDateTime>
#include <QJsonArray>

#include <algorithm>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

scoring::RealFault asReal(const sim::TrueFault& fault)
{
    return {std::string(sim::faultKindName(fault.kind)), fault.entities, fault.severity, fault.onset, fault.end, {}};
}

bool isNamedBy(const std::vector<std::string>& culprits, const sim::TrueFault& fault)
{
    return scoring::namesFault(culprits, asReal(fault), {});
}

QJsonArray asArray(const std::vector<std::string>& names)
{
    QJsonArray array;
    for (const std::string& name : names)
        array.append(QString::fromStdString(name));
    return array;
}

QJsonValue asJson(const std::optional<Duration>& delay)
{
    return delay ? QJsonValue(std::chrono::duration<double>(*delay).count()) : QJsonValue();
}

QString momentText(TimePoint time)
{
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC).toString(Qt::ISODateWithMs);
}

/// Finds the first alert that names the faulty entity. An alert from before the fault does not count.
void findReported(std::span<const scoring::RaisedAlert> reported, ExerciseResult& result)
{
    for (const scoring::RaisedAlert& alert : reported) {
        for (const sim::TrueFault& fault : result.faults) {
            const bool isOfIt = alert.reported >= fault.onset
                && (isNamedBy(alert.last.culprits, fault) || isNamedBy(alert.first.culprits, fault));
            if (!isOfIt || (result.reported && result.reported->reported <= alert.reported))
                continue;
            result.reported = alert;
            result.isReportedRight = alert.last.kind == sim::faultKindName(fault.kind);
        }
    }
}

} // namespace

ExerciseResult judgeExercise(const std::string& cause, std::span<const sim::TrueFault> truth,
                             std::optional<TimePoint> noticed, std::optional<ExerciseAnswer> answer,
                             std::span<const scoring::RaisedAlert> reported, TimePoint end)
{
    ExerciseResult result;
    std::ranges::copy_if(truth, std::back_inserter(result.faults),
                         [end](const sim::TrueFault& fault) { return fault.onset <= end; });
    result.answer = std::move(answer);
    result.noticed = noticed;
    findReported(reported, result);
    if (result.faults.empty()) {
        result.isEarly = !truth.empty();
        result.isKindRight = result.isPlaceRight = truth.empty() && result.answer && result.answer->kind.empty();
        return result;
    }
    result.cause = cause;
    const TimePoint onset = std::ranges::min(result.faults, {}, &sim::TrueFault::onset).onset;
    if (!noticed && result.answer && !result.answer->kind.empty())
        noticed = result.noticed = result.answer->at;
    result.isEarly = noticed && *noticed < onset;
    if (noticed && !result.isEarly)
        result.toNotice = *noticed - onset;
    for (const sim::TrueFault& fault : result.faults) {
        if (!result.answer || result.answer->kind != sim::faultKindName(fault.kind))
            continue;
        result.isKindRight = true;
        result.isPlaceRight = result.isPlaceRight || isNamedBy(result.answer->culprits, fault);
    }
    if (result.isRight())
        result.toCause = result.answer->at - onset;
    return result;
}

QJsonObject exerciseAsJson(const ExerciseResult& result)
{
    QJsonArray faults;
    for (const sim::TrueFault& fault : result.faults) {
        const std::string_view kind = sim::faultKindName(fault.kind);
        faults.append(QJsonObject{{u"kind"_s, QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()))},
                                  {u"entities"_s, asArray(fault.entities)},
                                  {u"severity"_s, fault.severity},
                                  {u"onset"_s, momentText(fault.onset)}});
    }
    QJsonObject object{{u"faults"_s, faults},
                       {u"cause"_s, QString::fromStdString(result.cause)},
                       {u"kind_right"_s, result.isKindRight},
                       {u"place_right"_s, result.isPlaceRight},
                       {u"noticed_s"_s, asJson(result.toNotice)},
                       {u"cause_s"_s, asJson(result.toCause)}};
    if (result.answer) {
        object.insert(u"answer"_s,
                      QJsonObject{{u"at"_s, momentText(result.answer->at)},
                                  {u"kind"_s, QString::fromStdString(result.answer->kind)},
                                  {u"entities"_s, asArray(result.answer->culprits)}});
    }
    if (result.reported) {
        object.insert(u"reported"_s,
                      QJsonObject{{u"at"_s, momentText(result.reported->reported)},
                                  {u"kind"_s, QString::fromStdString(result.reported->last.kind)},
                                  {u"title"_s, QString::fromStdString(result.reported->title)},
                                  {u"kind_right"_s, result.isReportedRight}});
    }
    return object;
}

} // namespace lockstep
