// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes of events that agents and recordings of the earlier version contain only as text.
#include "datasources/text/eventsentence.h"
#include "models/core/eventcodes.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

Event derived(std::string code, std::string text, Severity severity = Severity::Warning)
{
    Event event{TimePoint(1h), severity, 0, std::move(code), std::move(text)};
    deriveFields(event);
    return event;
}

} // namespace

class TestEventSentence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDurationLeavesTheTextAndBecomesTheOnset()
    {
        const Event event = derived("gpu.cooling", "node-2 gpu1: 9 K hotter, for 50\u2009s");
        QCOMPARE(event.text, std::string("node-2 gpu1: 9 K hotter"));
        QCOMPARE(event.onset(), event.time - 50s);
        QCOMPARE(sentenceOf(event), std::string("node-2 gpu1: 9 K hotter, for 50\u2009s"));
        const std::string odd = "x, for -3\u2009s";
        QCOMPARE(derived("gpu.cooling", odd).text, odd);
    }

    void anActionOfAnOperatorHasItsKeyAndLength()
    {
        const Event shelved = derived(codes::alertShelved, "Shelved: a [b]: why [gpu.xid@n1/gpu2@17, 1800 s]");
        QCOMPARE(shelved.fields.subject, std::string("gpu.xid@n1/gpu2@17"));
        QVERIFY(shelved.fields.shelvedFor == 30min);
        QCOMPARE(derived(codes::alertAcknowledged, "Acknowledged: a [k@1]").fields.subject, std::string("k@1"));
        QCOMPARE(derived(codes::alertAcknowledged, "Acknowledged: a").fields, EventFields());
    }

    void anXidHasItsNumber()
    {
        QCOMPARE(derived("gpu.xid", "XID 79: the GPU has fallen off the bus").fields.xid, 79U);
        for (const char* text : {"XID : nothing", "no number", "XID 99999999999999: too large"})
            QCOMPARE(derived("gpu.xid", text).fields.xid, 0U);
    }

    void aFindingHasItsJobVariantAndSubject()
    {
        const Event links
            = derived(codes::syncStraggler, "train-a: the links of train-a/dp5 keeps the others waiting in dp5");
        QCOMPARE(links.fields.job, std::string("train-a"));
        QCOMPARE(links.fields.variant, std::string(variants::links));
        QCOMPARE(links.fields.subject, std::string("train-a/dp5"));
        const Event hang = derived(codes::syncHang, "train-a hangs: 7 ranks wait in dp", Severity::Critical);
        QCOMPARE(hang.fields.job, std::string("train-a"));
        QCOMPARE(hang.fields.variant, std::string(variants::hang));
        QCOMPARE(derived(codes::storageSlow, "Storage: 12 nodes write at 3 GB/s each").fields.job, std::string());
        QCOMPARE(derived(codes::nodeLost, "40 nodes in 5 racks are silent for 6 s: n1").fields.subject,
                 std::string("40 nodes in 5 racks"));
        QCOMPARE(derived("metric.limit.gpu.temperature", "n5 gpu0: 88 °C, limit 83 °C; 7 more in B1").fields.others,
                 7U);
    }

    void textsThatSayNothingYieldNothing_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", " ", ":", "[", "]", ", for \u2009s", "; more in ", " are silent", "the links of "})
            QTest::addRow("'%s'", text) << QByteArray(text);
    }

    void textsThatSayNothingYieldNothing()
    {
        QFETCH(QByteArray, text);
        for (const char* code : {"alert.shelved", "alert.acknowledged", "gpu.xid", "sync.straggler", "node.lost",
                                 "metric.limit.x", "port.microburst"}) {
            const Event event = derived(code, text.toStdString());
            QCOMPARE(event.text, text.toStdString());
            QCOMPARE(event.fields.xid + event.fields.others, 0U);
            QVERIFY(event.fields.lasted == Duration() && event.fields.shelvedFor == Duration());
        }
    }
};

LOCKSTEP_TEST(tst_eventsentence, TestEventSentence)
#include "tst_eventsentence.moc"
