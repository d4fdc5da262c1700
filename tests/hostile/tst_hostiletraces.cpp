// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/traces/bombs.h"
#include "tests/datasources/traces/tracefiles.h"
#include "tests/hostile/childprogram.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;
using namespace lockstep::test;

/// Trace files that expand extremely, read by `lockstep analyze` as a separate process.
class TestHostileTraces : public QObject
{
    Q_OBJECT

    /// Limit for the cost of a file below a megabyte; see traceAllowances.
    static constexpr std::size_t maxBytes = 900 * mebi;

    static std::string profile(int rank)
    {
        return fmt::format(R"({{"distributedInfo":{{"rank":{}}},"traceEvents":[{{"ph":"X","cat":"kernel",)"
                           R"("name":"ncclDevKernel_AllReduce","ts":5,"dur":{},"args":{{"Process Group Name":"0",)"
                           R"("Process Group Ranks":"[0, 1]","Seq":1}}}}]}})",
                           rank, 4 - rank);
    }

    static void analyse(const char* name, const std::string& bomb)
    {
        const TraceFiles files;
        const auto path = files.write("bomb", bomb);
        const std::vector<std::string> arguments{"--export", (files.folder() / "out.json").string(),
                                                 files.write("rank0.json", profile(0)).string(), path.string(),
                                                 files.write("rank1.json", profile(1)).string()};
        ChildProgram analyze("lockstep-analyze", arguments);
        const auto exitCode = analyze.waitForEnd(2 * maxBytes * sanitizerFactor());
        fmt::print("{:<42} {:>6} KiB: {:>4} MiB, {:>5.2f} s of CPU\n", name, bomb.size() >> 10U,
                   analyze.peakMemoryBytes() / mebi, analyze.cpuTime().count());
        QVERIFY2(exitCode.has_value(), analyze.log().c_str());
        QVERIFY(analyze.peakMemoryBytes() < maxBytes * sanitizerFactor());
        // The two valid files beside it are analysed, and a message explains why it was not.
        QVERIFY2(*exitCode == 0, analyze.log().c_str());
        QVERIFY2(analyze.log().find(path.string() + ": ") != std::string::npos, analyze.log().c_str());
    }

private Q_SLOTS:
    void eachCostsNoMoreThanItsShare_data()
    {
        QTest::addColumn<int>("index");
        // Each is 700 MiB of text. Under sanitizers it is every eighth: each kind of file, with the pickle below.
        for (std::size_t index = 0; index < bombs().size(); index += isSanitized ? 8 : 1)
            QTest::newRow(bombs()[index].name) << static_cast<int>(index);
    }

    void eachCostsNoMoreThanItsShare()
    {
        QFETCH(int, index);
        const Bomb& bomb = bombs()[static_cast<std::size_t>(index)];
        analyse(bomb.name, bomb.gzipped(700 * mebi));
    }

    void aPickleOfKilobytesThatTakesForEver() { analyse("a pickle of 8e11 steps", endlessPickle(900'000)); }
};

LOCKSTEP_TEST(tst_hostiletraces, TestHostileTraces)
#include "tst_hostiletraces.moc"
