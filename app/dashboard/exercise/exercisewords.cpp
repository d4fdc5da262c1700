// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/exercise/exercisewords.h"

#include "app/session/exercise/exercisecontroller.h"
#include "models/analysis/causality/causes.h"
#include "models/core/visibletext.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <QJsonArray>
#include <QStringList>

#include <algorithm>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr Duration clockResolution = std::chrono::seconds(1);

QString clockText(TimePoint time)
{
    return QString::fromStdString(formatTime(time, clockResolution));
}

QString delayText(Duration delay)
{
    return QString::fromStdString(formatDuration(std::chrono::round<std::chrono::seconds>(delay)));
}

QString listed(const std::vector<std::string>& names)
{
    constexpr std::size_t max = 4;
    QStringList shown;
    for (std::size_t at = 0; at < std::min(names.size(), max); ++at)
        shown += QString::fromStdString(names[at]);
    const QString text = shown.join(u", "_s);
    return names.size() > max ? tr("%1 and %2 more").arg(text).arg(names.size() - max) : text;
}

QString whatItWas(const ExerciseResult& result)
{
    if (result.faults.empty())
        return result.isEarly ? tr("The fault had not yet begun.") : tr("There was no fault.");
    QStringList lines;
    for (const scoring::RealFault& fault : result.faults) {
        if (!fault.kind.empty())
            lines += tr("%1 at %2, which began at %3.")
                         .arg(causeDescription(fault.kind), listed(fault.entities), clockText(fault.onset));
    }
    if (!result.cause.empty())
        lines += QString::fromStdString(result.cause);
    return lines.join(u'\n');
}

QString whatWasSaid(const ExerciseResult& result)
{
    QStringList lines;
    if (result.toNotice)
        lines += tr("You reported a problem %1 after the fault began.").arg(delayText(*result.toNotice));
    else if (result.noticed && result.isEarly)
        lines += tr("You reported a problem at %1, before the fault began.").arg(clockText(*result.noticed));
    if (!result.answer) {
        const bool hasRole = result.role != ExerciseRole::Everything;
        return (lines << (hasRole ? tr("No diagnosis was submitted.")
                                  : tr("You asked for the answer without submitting a diagnosis.")))
            .join(u'\n');
    }
    const ExerciseAnswer& answer = *result.answer;
    if (answer.kind.empty())
        lines += tr("Your diagnosis at %1: no fault.").arg(clockText(answer.at));
    else
        lines += tr("Your diagnosis at %1: %2. Place: %3.")
                     .arg(clockText(answer.at), causeDescription(answer.kind),
                          answer.culprits.empty() ? tr("not given") : listed(answer.culprits));
    return lines.join(u'\n');
}

QString whatWasReported(const ExerciseResult& result)
{
    if (!result.reported)
        return result.faults.empty() ? QString() : tr("Lockstep raised no alert for this fault.");
    const QString kind = causeDescription(result.reported->last.kind);
    const QString line = tr("Lockstep raised an alert at %1: %2")
                             .arg(clockText(result.reported->reported), modelText(result.reported->title));
    return result.isReportedRight ? line : line + u'\n' + tr("Lockstep's diagnosis: %1.").arg(kind);
}

} // namespace

QString causeDescription(std::string_view kind)
{
    const CauseRow* const known = causeRow(kind);
    QString words = modelText(known == nullptr ? kind : known->words);
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

QString roleWords(ExerciseRole role)
{
    switch (role) {
    case ExerciseRole::Facilities:
        return tr("Facilities");
    case ExerciseRole::Training:
        return tr("Training");
    case ExerciseRole::Everything:
        break;
    }
    return tr("All roles");
}

QString exerciseSentence(const ExerciseController& exercise)
{
    if (exercise.result())
        return exerciseVerdict(*exercise.result());
    if (exercise.hasAnswered())
        return tr("%1: diagnosis submitted. Switch roles or show the answer.").arg(roleWords(exercise.role()));
    if (exercise.role() != ExerciseRole::Everything)
        return exercise.noticed() ? tr("%1: problem reported at %2. Now diagnose its cause and place.")
                                        .arg(roleWords(exercise.role()), clockText(*exercise.noticed()))
                                  : tr("%1: exercise started at %2. A fault may or may not occur.")
                                        .arg(roleWords(exercise.role()), clockText(exercise.began()));
    if (exercise.noticed())
        return tr("Exercise: problem reported at %1. Now diagnose its cause and place.")
            .arg(clockText(*exercise.noticed()));
    return tr("Exercise started at %1. A fault may or may not occur.").arg(clockText(exercise.began()));
}

QString exerciseVerdict(const ExerciseResult& result)
{
    if (result.isRight())
        return result.toCause ? tr("Correct, %1 after the fault began").arg(delayText(*result.toCause))
                              : tr("Correct: there was no fault");
    if (!result.answer)
        return result.faults.empty()
            ? (result.isEarly ? tr("The fault had not yet begun") : tr("There was no fault"))
            : tr("Answer: %1")
                  .arg(result.faults.front().kind.empty() ? tr("see the incident")
                                                          : causeDescription(result.faults.front().kind));
    if (result.isKindRight)
        return tr("Correct cause, wrong place");
    return result.faults.empty()
        ? (result.isEarly ? tr("Incorrect: the fault had not yet begun") : tr("Incorrect: there was no fault"))
        : tr("Incorrect cause");
}

QString exerciseSummary(std::span<const ExerciseResult> results)
{
    QStringList paragraphs{whatItWas(results.front())};
    for (const ExerciseResult& result : results) {
        QString said = whatWasSaid(result);
        if (result.role != ExerciseRole::Everything && result.answer)
            said.prepend(exerciseVerdict(result) + u'\n');
        paragraphs += result.role == ExerciseRole::Everything ? said : u"%1: %2"_s.arg(roleWords(result.role), said);
    }
    if (const QString reported = whatWasReported(results.front()); !reported.isEmpty())
        paragraphs += reported;
    return paragraphs.join(u"\n\n"_s);
}

QString otherRoleSummary(const QJsonObject& result)
{
    if (!result.contains(u"kind_right"_s))
        return {};
    const auto seconds = [](const QJsonValue& value) {
        return delayText(
            std::chrono::nanoseconds(static_cast<std::int64_t>(std::clamp(value.toDouble(), 0.0, 1e9) * 1e9)));
    };
    const bool isFacilities = result[u"role"_s].toString() == u"facilities"_s;
    const QString role = result[u"role"_s].toString() == u"training"_s ? roleWords(ExerciseRole::Training)
        : isFacilities                                                 ? roleWords(ExerciseRole::Facilities)
                                                                       : roleWords(ExerciseRole::Everything);
    QStringList lines{tr("%1 (in the other window):").arg(role)};
    if (result[u"noticed_s"_s].isDouble())
        lines += tr("Problem reported %1 after the fault began.").arg(seconds(result[u"noticed_s"_s]));
    const QJsonObject answer = result[u"answer"_s].toObject();
    if (answer.isEmpty())
        return (lines << tr("No diagnosis was submitted.")).join(u'\n');
    std::vector<std::string> places;
    for (const QJsonValue& each : answer[u"entities"_s].toArray())
        places.push_back(visibleLine(each.toString().left(200).toStdString()));
    const std::string kind = answer[u"kind"_s].toString().left(100).toStdString();
    lines += kind.empty()
        ? tr("Diagnosis: no fault.")
        : tr("Diagnosis: %1. Place: %2.")
              .arg(causeDescription(visibleLine(kind)), places.empty() ? tr("not given") : listed(places));
    const bool isKindRight = result[u"kind_right"_s].toBool();
    const bool isRight = isKindRight && result[u"place_right"_s].toBool();
    lines += isRight
        ? (result[u"cause_s"_s].isDouble() ? tr("Correct, %1 after the fault began").arg(seconds(result[u"cause_s"_s]))
                                           : tr("Correct: there was no fault"))
        : isKindRight ? tr("Correct cause, wrong place")
                      : tr("Incorrect");
    return lines.join(u'\n');
}

} // namespace lockstep
