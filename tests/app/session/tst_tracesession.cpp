// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/analyze.h"
#include "app/session/past/results/resultcolumns.h"
#include "app/session/tracesession.h"
#include "models/core/work/batchqueue.h"
#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

QString write(const QTemporaryDir& folder, int rank, const QByteArray& text)
{
    const QString path = folder.filePath(u"rank%1.json"_s.arg(rank));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    file.write(text);
    return path;
}

/// A rank that computes and takes part in one all-reduce; higher ranks arrive later.
QString writeRank(const QTemporaryDir& folder, int rank)
{
    return write(folder, rank,
                 u"[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"ts\":1000000,\"dur\":%1,\"args\":{}},"
                 "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"ts\":%2,\"dur\":%3,"
                 "\"args\":{\"stream\":7}}]"_s.arg(rank * 30 + 1)
                     .arg(1000002 + rank * 30)
                     .arg(100 - rank * 30)
                     .toUtf8());
}

/// A rank that occasionally takes part in an all-reduce over a long time; higher ranks arrive later.
QString writeLongRank(const QTemporaryDir& folder, int rank, int seconds)
{
    QByteArray text = "[";
    for (int second = 0; second < seconds; second += 2) {
        const qint64 start = 1'000'000LL * (second + 1);
        text += u"{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"ts\":%1,\"dur\":%2,\"args\":{}},"
                "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"ts\":%3,\"dur\":%4,"
                "\"args\":{\"stream\":7}},"_s.arg(start)
                    .arg(rank * 300'000 + 100)
                    .arg(start + rank * 300'000 + 200)
                    .arg(1'000'000 - rank * 300'000)
                    .toUtf8();
    }
    text.back() = ']';
    return write(folder, rank, text);
}

QString realTrace(const QString& relative)
{
    const QDir root(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/../shared/data"_s);
    return root.exists(relative) ? root.filePath(relative) : QString();
}

/// What `lockstep analyze --json` prints.
QJsonObject commandsAnswer(const QStringList& paths)
{
    std::vector<std::string> arguments{"--json"};
    for (const QString& path : paths)
        arguments.push_back(path.toStdString());
    return QJsonDocument::fromJson(QByteArray::fromStdString(analyze(arguments).out)).object();
}

/// Opens traces and shows the last one opened.
struct Window
{
    Window()
    {
        QObject::connect(&opener, &TraceOpener::opened, &opener, [this](const std::shared_ptr<OpenedTrace>& trace) {
            session = std::make_unique<TraceSession>(std::chrono::minutes(10), std::move(*trace), columnBytes);
            QObject::connect(session.get(), &Session::note, &opener, [this](const QString& note) { notes += note; });
            session->begin();
        });
    }
    [[nodiscard]] const ClusterStore& store() const { return session->cluster().store(); }
    [[nodiscard]] MetricId blame() const { return store().metrics().find("gpu.sync.blame"); }
    /// Whether everything is loaded and analysed.
    [[nodiscard]] bool isWhole() const
    {
        return session != nullptr && !store().sources().empty()
            && store().sources().front().state == SourceState::Closed && session->queue().size() == 0
            && !session->pipeline().isBusy();
    }

    QTemporaryDir folder;
    std::size_t columnBytes = TraceSession::columnBudget;
    QStringList notes;
    std::unique_ptr<TraceSession> session;
    TraceOpener opener;
    QSignalSpy shown{&opener, &TraceOpener::opened};
};

} // namespace

class TestTraceSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resultsAreThoseOfTheMomentShown()
    {
        using namespace std::chrono_literals;
        Window window;
        QStringList ranks;
        for (int rank = 0; rank < 3; ++rank)
            ranks << writeLongRank(window.folder, rank, 120);
        window.opener.open(ranks);
        QTRY_VERIFY(window.isWhole());
        const SyncResults& sync = window.session->pipeline().sync();
        const auto hasCome = [&](TimePoint upTo) {
            return !sync.isComputing() && sync.snapshot()->upTo == upTo && !sync.snapshot()->jobs.empty();
        };
        const TimePoint end = window.session->time().extent().to;
        QTRY_VERIFY(hasCome(std::chrono::ceil<std::chrono::seconds>(end)));
        const std::size_t steps = sync.snapshot()->jobs.front()->steps.size();
        window.session->time().setCursor(TimePoint(20s));
        QTRY_VERIFY(hasCome(TimePoint(21s)));
        const JobSync& then = *sync.snapshot()->jobs.front();
        QVERIFY(then.steps.size() > 1 && then.steps.size() < steps);
        QVERIFY(then.steps.back()->range.to <= TimePoint(21s));
    }

    void theCommandBlamesWhomTheWindowBlames_data()
    {
        QTest::addColumn<QString>("real");
        QTest::newRow("late ranks") << QString();
        QTest::newRow("Megatron, 8 ranks") << u"kineto_megatron_tp8_a100"_s;
        QTest::newRow("2 ranks of 128") << u"kineto_hta/sampled_rank-0.json.gz"_s;
    }

    void theCommandBlamesWhomTheWindowBlames()
    {
        QFETCH(QString, real);
        Window window;
        QStringList paths;
        for (int rank = 0; real.isEmpty() && rank < 3; ++rank)
            paths << writeLongRank(window.folder, rank, 60);
        if (!real.isEmpty())
            paths << realTrace(real);
        if (real.contains(u"rank-0"_s))
            paths << realTrace(QString(real).replace(u"rank-0"_s, u"rank-1"_s));
        if (paths.contains(QString()))
            QSKIP("the real data is not here");
        window.opener.open(paths);
        QTRY_VERIFY(window.isWhole());
        std::shared_ptr<const SyncSnapshot> found;
        const auto isJudged = [&] {
            found = window.session->pipeline().sync().snapshot();
            return !window.session->pipeline().sync().isComputing() && !found->jobs.empty()
                && !found->jobs.front()->steps.empty();
        };
        QTRY_VERIFY(isJudged());
        const JobSync& job = *found->jobs.front();
        const QJsonObject command = commandsAnswer(paths);
        std::set<int> named;
        for (const auto& rank : command[u"stragglers"].toArray())
            named.insert(rank.toInt());
        std::set<int> shown;
        for (const std::uint32_t lane : job.verdict.lanes)
            shown.insert(static_cast<int>(job.ranks[lane]));
        QCOMPARE(named, shown);
        QCOMPARE(command[u"verdict"].toString().startsWith(u"no verdict"),
                 job.verdict.kind == VerdictKind::CannotJudge);
        for (const auto& each : command[u"ranks"].toArray()) {
            double seconds = 0;
            for (const CulpritRow& row : job.culprits) {
                if (row.culprit.kind == CulpritKind::Lane
                    && static_cast<int>(job.ranks[row.culprit.index]) == each[u"rank"].toInt())
                    seconds += row.gpuSeconds;
            }
            const double ours = each[u"blamed_s"].toDouble(-1);
            QVERIFY2(std::abs(ours - seconds) <= 1e-6 + 1e-3 * seconds,
                     qPrintable(u"%1: %2 and %3"_s.arg(each[u"rank"].toInt()).arg(ours).arg(seconds)));
        }
    }

    void theCommandReplaysWhatTheWindowReplays_data()
    {
        QTest::addColumn<QString>("real");
        QTest::newRow("AR") << u"straggler/timeline-AR.json.gz"_s;
        QTest::newRow("ST") << u"straggler/timeline-ST.json.gz"_s;
    }

    void theCommandReplaysWhatTheWindowReplays()
    {
        QFETCH(QString, real);
        const QString path = realTrace(real);
        if (path.isEmpty())
            QSKIP("the real data is not here");
        Window window;
        window.opener.open({path});
        QTRY_VERIFY(window.session != nullptr);
        const auto whatIf = window.session->pipeline().sync().traceWhatIf();
        QVERIFY(whatIf != nullptr);
        const QJsonObject command = commandsAnswer({path});
        QCOMPARE(command[u"slowdown"].toDouble(), whatIf->result.slowdown);
        QCOMPARE(command[u"m_w"].toDouble(), whatIf->result.workerShare);
        QCOMPARE(command[u"m_s"].toDouble(), whatIf->result.lastStageShare);
        QCOMPARE(command[u"step_time_s"].toDouble(), whatIf->result.stepSeconds);
        QCOMPARE(command[u"ideal_step_time_s"].toDouble(), whatIf->result.idealStepSeconds);
    }

    void ranksOfATraceBecomeLanesInItsOwnTime()
    {
        Window window;
        window.opener.open({writeRank(window.folder, 0), writeRank(window.folder, 1), writeRank(window.folder, 2)});
        QTRY_COMPARE(window.shown.count(), 1);
        const auto isWhole = [&] {
            const auto& jobs = window.session->pipeline().sync().snapshot()->jobs;
            return !jobs.empty() && !jobs.front()->steps.empty();
        };
        QTRY_VERIFY(isWhole());
        QCOMPARE(window.store().spans().lanes().size(), std::size_t{3});
        QCOMPARE(window.store().topology()->count(EntityKind::Gpu), std::size_t{3});
        QVERIFY(window.session->time().extent().from == TimePoint(std::chrono::seconds(1)));
        QVERIFY(!window.session->time().isFollowing());
        // The last to arrive is the culprit.
        const auto& job = *window.session->pipeline().sync().snapshot()->jobs.front();
        QVERIFY(!job.culprits.empty());
        QCOMPARE(job.ranks[job.culprits.front().culprit.index], 2U);
        QCOMPARE(window.store().sources().front().state, SourceState::Closed);
        QVERIFY(window.store().node({EntityKind::Node, 0}).freshness == Freshness::Live);
    }

    void aTraceOfAnyLengthHasDerivedColumnsOverAllOfIt_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::newRow("seconds") << 20;
        QTest::newRow("longer than live history") << 1'800;
        QTest::newRow("an hour and more") << 4'000;
    }

    void aTraceOfAnyLengthHasDerivedColumnsOverAllOfIt()
    {
        QFETCH(int, seconds);
        Window window;
        window.opener.open({writeLongRank(window.folder, 0, seconds), writeLongRank(window.folder, 1, seconds)});
        QTRY_VERIFY(window.isWhole());
        const ClusterStore& store = window.store();
        const MetricId blame = window.blame();
        QVERIFY(blame.isValid());
        const TickIndex first = tickIndexOf(window.session->time().extent().from, store.tickPeriod());
        for (const TickIndex tick : {first + 3, first + seconds / 2, first + seconds - 4}) {
            const auto column = store.column(blame, tick);
            QVERIFY2(column.size() == 2, QByteArray::number(tick - first).constData());
            QVERIFY2(column[1] > 0.1F, QByteArray::number(tick - first).constData());
        }
        QVERIFY(store.spans().lanes().front().spans.front().startNs <= 2'000'000'000);
    }

    void whatIsShownIsThatOfTheCursor()
    {
        Window window;
        window.opener.open({writeLongRank(window.folder, 0, 40), writeLongRank(window.folder, 1, 40)});
        QTRY_VERIFY(window.isWhole());
        const MetricId blame = window.blame();
        for (const int second : {5, 30}) {
            window.session->time().setCursor(window.session->time().extent().from + std::chrono::seconds(second));
            QVERIFY(test::waitFor([&] { return window.store().now() == window.session->now(); }));
            const auto current = window.store().current(blame);
            const TickIndex tick = tickIndexOf(window.session->time().cursor(), window.store().tickPeriod());
            QCOMPARE(current.size(), std::size_t{2});
            QCOMPARE(current[1], window.store().column(blame, tick)[1]);
        }
        QCOMPARE(window.store().spansAvailable(window.session->time().extent()).size(), std::size_t{1});
        QCOMPARE(window.store().spansAvailable(window.session->time().extent()).front().state, Availability::Ready);
    }

    void aTraceTooLongForColumnsInMemorySaysSo()
    {
        Window window;
        window.columnBytes = 64'000;
        window.opener.open({writeLongRank(window.folder, 0, 1'800), writeLongRank(window.folder, 1, 1'800)});
        QTRY_COMPARE(window.shown.count(), 1);
        QTRY_VERIFY(window.isWhole());
        QCOMPARE(window.notes.filter(u"of the trace only"_s).size(), 1);
        const MetricId blame = window.blame();
        const TickIndex first = tickIndexOf(window.session->time().extent().from, window.store().tickPeriod());
        QVERIFY(!window.store().column(blame, first + 3).empty());
        QVERIFY(window.store().column(blame, first + 1'700).empty());
        QVERIFY(window.store().spans().lanes().front().spans.front().startNs <= 2'000'000'000); // all spans stay
    }

    void eventsACenturyApartCostNoMoreThanTwo()
    {
        ClusterModel cluster;
        MetricDescriptor metric;
        metric.name = "gpu.sync.blame";
        metric.entityKind = EntityKind::Gpu;
        cluster.declare(std::vector{metric});
        constexpr TickIndex century = 3'155'760'000;
        ResultColumns columns({0, century}, century);
        const TickRange came
            = columns.take({{metric, 0, {1.F}}, {metric, century - 1, {2.F}}}, cluster.store().metrics());
        QVERIFY(came == (TickRange{0, century}));
        const MetricId id = cluster.store().metrics().find(metric.name);
        QCOMPARE(columns.value(id, 0, century - 1), 2.F);
        QVERIFY(columns.column(id, century / 2).empty());
    }

    void whatCannotBeReadIsSaidAndNothingElseGoes()
    {
        Window window;
        QSignalSpy problem(&window.opener, &TraceOpener::problem);
        window.opener.open({u"/nowhere/rank0.json"_s});
        QTRY_COMPARE(problem.count(), 1);
        QVERIFY(problem[0][0].toString().contains(u"/nowhere/rank0.json"_s));
        QCOMPARE(window.shown.count(), 0);
    }

    void openingAnotherStopsTheFirst()
    {
        Window window;
        window.opener.open({writeRank(window.folder, 0)});
        window.opener.open({writeRank(window.folder, 1), writeRank(window.folder, 2)});
        QTRY_COMPARE(window.shown.count(), 1);
        QCOMPARE(window.store().topology()->clusterName(), QFileInfo(window.folder.path()).fileName().toStdString());
        window.opener.open({writeRank(window.folder, 3)}); // read after all pending files
        QTRY_VERIFY(window.store().topology()->clusterName()
                    != QFileInfo(window.folder.path()).fileName().toStdString());
        QCOMPARE(window.shown.count(), 2);
    }
};

LOCKSTEP_TEST(tst_tracesession, TestTraceSession)
#include "tst_tracesession.moc"
