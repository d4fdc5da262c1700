// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipeline/recordedanalysis.h"
#include "app/record/importcommand.h"
#include "datasources/recording/recording.h"
#include "models/core/eventcodes.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

using namespace lockstep;

namespace {

bool says(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/// `lockstep import` on files as other systems leave them.
class TestImportCommand : public QObject
{
    Q_OBJECT

private:
    struct Run
    {
        ImportAnswer answer;
        Duration period{};
        std::uint64_t samples = 0;
        std::string out; ///< folder
    };
    Run import(const QByteArray& text, std::vector<std::string> more = {})
    {
        const QDir folder(m_folder.filePath(QString::number(m_runs++)));
        folder.mkpath(QStringLiteral("."));
        QFile file(folder.filePath(QStringLiteral("data.csv")));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        file.close();
        more.insert(more.end(),
                    {file.fileName().toStdString(), "--out", folder.filePath(QStringLiteral("out")).toStdString()});
        Run run{importRecording(more), {}, 0, folder.filePath(QStringLiteral("out")).toStdString()};
        if (run.answer.exitCode != 0)
            return run;
        Recording recording = Recording::open(folder.filePath(QStringLiteral("out")).toStdString()).value();
        run.period = recording.tickPeriod();
        run.samples = recording.counts().samples;
        return run;
    }
    static QByteArray tenHertz(int count)
    {
        QByteArray text = "time,node,load,fan\n";
        for (int at = 0; at < count; ++at)
            text += QByteArray::fromStdString(fmt::format("17000000{:02}.{},n1,{},{}\n", at / 10, at % 10, at,
                                                          at % 10 == 0 ? std::to_string(at) : std::string()));
        return text;
    }

    QTemporaryDir m_folder;
    int m_runs = 0;

private Q_SLOTS:
    void thePeriodIsFoundAndTold()
    {
        const Run run = import(tenHertz(600));
        QCOMPARE(run.answer.exitCode, 0);
        QCOMPARE(run.samples, std::uint64_t{660});
        QCOMPARE(run.period, Duration(std::chrono::milliseconds(100)));
        QVERIFY2(says(run.answer.out, "660 samples of 2 series, a tick every 100\u2009ms, as the samples come"),
                 run.answer.out.c_str());
        QVERIFY2(says(run.answer.out, "1 series comes less often, the slowest every 1\u2009s"), run.answer.out.c_str());
        QCOMPARE(run.answer.err, std::string());
    }

    void whatIsAskedForIsDoneAndItsCostTold()
    {
        const Run run = import(tenHertz(600), {"--tick", "1"});
        QCOMPARE(run.period, Duration(std::chrono::seconds(1)));
        QVERIFY2(says(run.answer.err, "samples fell on a tick that had a value of its series already"),
                 run.answer.err.c_str());
        QVERIFY2(says(run.answer.out, "a tick every 1\u2009s\n"), run.answer.out.c_str());
        const auto lost = std::stoull(run.answer.err);
        QCOMPARE(run.samples + lost, std::uint64_t{660});
    }

    void twiceTheSameTimeIsTold()
    {
        const Run run = import("time,node,load\n1700000000,n1,1\n1700000001,n1,2\n1700000001,n1,3\n");
        QCOMPARE(run.samples, std::uint64_t{2});
        QVERIFY2(says(run.answer.err, "1 sample has the time of another one"), run.answer.err.c_str());
    }

    /// As a window that had watched: the limit's event, what follows from the columns, and a note that it was done.
    void whatCrossesALimitHasItsEvent()
    {
        QByteArray text = "time,node,gpu,gpu_temperature_margin\n";
        for (int second = 0; second < 300; ++second)
            text += QByteArray::fromStdString(
                fmt::format("{},n1,0,{}\n", 1'700'000'000 + second, second >= 100 && second < 200 ? 1 : 20));
        const Run run = import(text);
        QCOMPARE(run.answer.exitCode, 0);
        QCOMPARE(run.answer.err, std::string());
        Recording recording = Recording::open(run.out).value();
        QCOMPARE(recording.ticks().length(), TickIndex{300});
        std::vector<RecordedEvent> limits = recording.events({TimePoint::min(), TimePoint::max()});
        std::erase_if(limits,
                      [](const RecordedEvent& each) { return !each.event.code.starts_with(codes::metricLimit); });
        QVERIFY2(limits.size() >= 2, qPrintable(QString::number(limits.size()))); // that it began, that it is over
        QCOMPARE(limits.front().entity.kind, EntityKind::Gpu);
        QVERIFY(limits.front().event.severity >= Severity::Warning);
        QCOMPARE(limits.back().event.severity, Severity::Information);
        QVERIFY(missingResults(recording).isEmpty());
    }

    void aNonsensicalTickIsRefused()
    {
        const Run run = import(tenHertz(10), {"--tick", "fast"});
        QCOMPARE(run.answer.exitCode, 2);
        QVERIFY(says(run.answer.err, "--tick fast"));
    }
};

LOCKSTEP_TEST(tst_importcommand, TestImportCommand)
#include "tst_importcommand.moc"
