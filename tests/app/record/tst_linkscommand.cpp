// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "tests/support/smallrecording.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace Qt::StringLiterals;

/// `lockstep links` on an imported month.
class TestLinksCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Three ports: one fails after 14 days, one degrades in the last week, one is healthy.
    void initTestCase()
    {
        QFile file(m_folder.filePath(u"links.csv"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("time,node,port,port.up,port.fec.bit_error_ratio\n");
        for (int hour = 0; hour < hours; ++hour) {
            const double day = hour / 24.0;
            const bool isDown = day >= 14 && day < 16;
            put(file, hour, "1", isDown ? 0 : 1, day < 14 ? -9 + 0.4 * day : -9);
            put(file, hour, "2", 1, -7 + std::max(day - 21, 0.0) * 0.3);
            put(file, hour, "3", 1, -8);
        }
        file.close();
        const CommandResult imported
            = importRecording(std::vector<std::string>{file.fileName().toStdString(), "--out", recording()});
        QVERIFY2(imported.exitCode == 0, imported.err.c_str());
    }

    void theLinkThatDegradesIsListed()
    {
        const QJsonArray forecasts = answer()[u"forecasts"_s].toArray();
        QCOMPARE(forecasts.size(), 1);
        const QJsonObject forecast = forecasts.first().toObject();
        QVERIFY(forecast[u"port"_s].toString().endsWith(u"/ 2"_s));
        QCOMPARE(forecast[u"quantity"_s].toString(), u"bit_error_ratio"_s);
        QVERIFY(std::abs(forecast[u"expected_h"_s].toDouble() / 24 - 4.3) < 1); // from -4.9 to -3.62
    }

    void theFailureIsPredictedInTheBacktest()
    {
        const QJsonObject backtest = answer()[u"backtest"_s].toObject();
        const QJsonArray downs = backtest[u"downs"_s].toArray();
        QCOMPARE(downs.size(), 1);
        QVERIFY(downs.first().toObject()[u"ahead_h"_s].toDouble() > 24);
        QCOMPARE(backtest[u"predictions"_s].toArray().first().toObject()[u"outcome"_s].toString(), u"went_down"_s);
        QCOMPARE(backtest[u"false_per_link_year"_s].toDouble(), 0.0);
    }

    void theTextSaysTheSame()
    {
        const std::string text = recordingLinks(std::vector<std::string>{recording()}).out;
        QVERIFY2(text.find("3 links measured, 1 predicted to reach a limit within 14 days") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("1 of 1 link failures predicted, median ") != std::string::npos, text.c_str());
    }

    void aRecordingWithoutLinksSaysSo()
    {
        const QTemporaryDir folder;
        const std::string small = folder.path().toStdString();
        QVERIFY(test::SmallRecording::write(small).isOk());
        const CommandResult none = recordingLinks(std::vector<std::string>{small});
        QCOMPARE(none.exitCode, 0);
        QVERIFY2(none.out.find("No link is measured") == 0, none.out.c_str());
    }

    void wrongUsageIsRejected()
    {
        QCOMPARE(recordingLinks({}).exitCode, 2);
        QCOMPARE(recordingLinks(std::vector<std::string>{"nowhere"}).exitCode, 1);
    }

private:
    static constexpr int hours = 28 * 24;

    static void put(QFile& file, int hour, const char* port, int up, double logarithm)
    {
        const double noise = 0.05 * std::sin(hour * 12.9898) * std::sin(hour * 78.233);
        file.write(QByteArray::number(1'767'225'600 + hour * 3600) + ",leaf1," + port + ',' + QByteArray::number(up)
                   + ',' + (up > 0 ? QByteArray::number(std::pow(10.0, logarithm + noise), 'e', 4) : QByteArray())
                   + '\n');
    }
    [[nodiscard]] std::string recording() const { return m_folder.filePath(u"imported"_s).toStdString(); }
    [[nodiscard]] QJsonObject answer() const
    {
        const CommandResult links = recordingLinks(std::vector<std::string>{"--json", recording()});
        return QJsonDocument::fromJson(QByteArray::fromStdString(links.out)).object();
    }

    QTemporaryDir m_folder;
};

LOCKSTEP_TEST(tst_linkscommand, TestLinksCommand)
#include "tst_linkscommand.moc"
