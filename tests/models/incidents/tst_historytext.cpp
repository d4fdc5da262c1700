// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/fieldtext.h"
#include "models/incidents/historytext.h"
#include "models/incidents/incidentrecords.h"
#include "tests/models/incidents/sampleincident.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

HistoryEntry entry(std::string field, std::string before, std::string after, std::uint64_t annotation = 0)
{
    return {incidentStart, "noor", "Edit", {annotation}, std::move(field), std::move(before), std::move(after)};
}

} // namespace

/// The history in words: no keys, and no year in which nothing happened.
class TestHistoryText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNewIncidentHasNoTimeBefore()
    {
        // As written now, and as in older files.
        for (const FieldChange& change : fieldChanges(Edit<Incident>{{}, sampleIncident()}))
            QVERIFY2(change.before.find("1970") == std::string::npos, change.field.c_str());
        const auto line = historyLine(entry("range", "1970-01-01T00:00:00.000000000Z / 1970-01-01T00:00:00.000000000Z",
                                            "2026-03-01T03:12:00.000000000Z / 2026-03-01T03:24:00.000000000Z"),
                                      {});
        QVERIFY(line);
        QCOMPARE(line->what, std::string("Time"));
        QCOMPARE(line->before, std::string());
        QCOMPARE(line->after, std::string("2026-03-01 03:12:00 UTC, for 12\u2009min"));
    }

    void severityIsToldOverTime()
    {
        Incident incident = sampleIncident();
        const auto told = [&](const std::vector<HistoryEntry>& history) {
            QStringList words;
            for (const SeveritySince& each : severityCourse(incident, history))
                words << QString::fromStdString(each.severity)
                        + u" +%1"_qs.arg((each.since - incidentStart) / std::chrono::seconds(1));
            return words.join(u", "_qs);
        };
        const auto at = [](int second, HistoryEntry each) {
            each.time = incidentStart + std::chrono::seconds(second);
            return each;
        };
        QCOMPARE(told({}), u"critical +3600"_qs);
        const HistoryEntry title = at(3600, entry("title", "", "Pump"));
        QCOMPARE(told({title, at(3600, entry("severity", "warning", "critical"))}), u"critical +3600"_qs);
        QCOMPARE(told({title, at(3700, entry("severity", "warning", "critical")),
                       at(3800, entry("severity", "critical", "information"))}),
                 u"warning +3600, critical +3700, information +3800"_qs);
        QCOMPARE(told({title, at(3700, entry("severity", "a", "b", 5))}), u"critical +3600"_qs); // of a note
    }

    void keysAreNotShown()
    {
        QVERIFY(!historyLine(entry("incident", "", "0123456789abcdef", 1), {}));
        QVERIFY(!historyLine(entry("edited", "a", "b", 1), {}));
        IncidentRecords records;
        records.put(sampleAnnotation(0xab, 10));
        const auto link = historyLine(entry("link", "", "caused 00000000000000ab", 1), records);
        QCOMPARE(link->after, std::string("caused \u201Cnote 171\u201D"));
        QCOMPARE(historyLine(entry("link", "", "caused 00000000000000ac", 1), records)->after,
                 std::string("caused a deleted note"));
    }

    void numbersHaveTheirUnits()
    {
        const auto line = historyLine(entry("costs.lost_gpu_seconds", "", "7200"), {});
        QCOMPARE(line->what, std::string("GPU time lost"));
        QCOMPARE(line->after, std::string("2\u2009GPU\u00A0h"));
    }

    void everyFieldHasWords()
    {
        Incident after = sampleIncident();
        CostInputs::forEachField([&](const char*, auto member) {
            if constexpr (std::is_same_v<decltype(member), std::optional<double> CostInputs::*>)
                after.costs.*member = 1;
        });
        after.costs.lostSource = "Blame";
        for (const FieldChange& change : fieldChanges(Edit<Incident>{{}, after})) {
            const auto line = historyLine(entry(change.field, change.before, change.after), {});
            QVERIFY2(line && line->what.find_first_of("._") == std::string::npos, change.field.c_str());
        }
        for (const FieldChange& change : fieldChanges(Edit<Annotation>{{}, sampleAnnotation(1, 10)})) {
            const auto line = historyLine(entry(change.field, change.before, change.after, 1), {});
            QVERIFY2(!line || line->what.find_first_of("._") == std::string::npos, change.field.c_str());
        }
    }
};

LOCKSTEP_TEST(tst_historytext, TestHistoryText)
#include "tst_historytext.moc"
