// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/baselinestore.h"
#include "models/core/metric.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace lockstep;

namespace {

LearnedBaselines::Entry entryOf(std::string path, std::vector<float> values)
{
    return {"loop", std::move(path), {"8 x H100", TimePoint(Duration(5)), TimePoint(Duration(9)), std::move(values)}};
}

} // namespace

/// The file with learned baselines.
class TestLearnedFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenComesBack()
    {
        const std::vector<LearnedBaselines::Entry> entries{
            entryOf("demo / cdu-1", {1.5F, -0.0F, 3.4e38F, std::numeric_limits<float>::denorm_min()}),
            entryOf("demo / cdu\t2\n", {0.1F})};
        const auto back = parseLearned(learnedText(entries));
        QVERIFY(back.isOk());
        QCOMPARE(back.value().size(), 2UL);
        QCOMPARE(back.value()[0].learned, entries[0].learned);
        QCOMPARE(back.value()[1].path, std::string("demo / cdu 2 "));
        const auto gap = parseLearned(learnedText({entryOf("a", {1, noData, 2})}));
        QVERIFY(gap.isOk() && std::isnan(gap.value()[0].learned.values[1]));
        QVERIFY(parseLearned("").value().empty());
        QVERIFY(parseLearned(learnedText({})).value().empty());
    }

    void whatIsNoneIsRefusedByItsLine()
    {
        const std::string good = learnedText({entryOf("a", {1})});
        for (const std::string& bad :
             {std::string("lockstep baselines 2\n"), good + "loop\ta\n", good + "loop\ta\tm\t1\t2\t1 2 x\n",
              good + "loop\ta\tm\t3\t2\t1\n", good + "\ta\tm\t1\t2\t1\n", good + "loop\ta\tm\t1\t2\t1\tmore\n",
              good + "\n", std::string(100'000, '\t')}) {
            const auto parsed = parseLearned(bad);
            QVERIFY(!parsed.isOk());
            QVERIFY2(parsed.error().message.starts_with("line "), parsed.error().message.c_str());
        }
    }

    void aStoreWritesWhenItGoesAndSaysWhatIsWrong()
    {
        const QTemporaryDir folder;
        {
            BaselineStore store;
            QVERIFY(store.open(folder.path()).empty());
            store.baselines().remember("loop", "a", entryOf("a", {4}).learned);
        }
        {
            BaselineStore store;
            QVERIFY(store.open(folder.path()).empty());
            QCOMPARE(store.baselines().entries().size(), 1UL);
        }
        QFile file(folder.filePath(QString::fromLatin1(BaselineStore::fileName)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("nonsense") > 0);
        file.close();
        BaselineStore store;
        const std::string wrong = store.open(folder.path());
        QVERIFY2(wrong.find("baselines.tsv: line 1") != std::string::npos, wrong.c_str());
        QVERIFY(store.baselines().entries().empty());
    }
};

LOCKSTEP_TEST(tst_learnedfile, TestLearnedFile)
#include "tst_learnedfile.moc"
