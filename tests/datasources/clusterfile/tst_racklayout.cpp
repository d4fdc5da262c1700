// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/racklayout.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace lockstep;

namespace {

constexpr const char* site = R"(# the hall of Oslo
name = "oslo"
reporters = []

[defaults]
token = "keys/token"   # not here

[[row]]
name = "A"
front = "-z"

[[rack]]
name = "A{01..06}"  # bought in May
  row = "A"
units = 48          # tall ones

# the odd one
[[rack]]
name = "B01"
z = 2.4             # behind the aisle
front = "+z"

[[node]]
name = "n{01..06}"
rack = "A{01..06}"
address = "{name}:7117"

[simulation]
seed = 7            # ours
)";

PlannedRack standing(const char* name, float x, float z)
{
    PlannedRack rack;
    rack.name = name;
    rack.place.x = x;
    rack.place.z = z;
    return rack;
}

RackPlace placeIn(const std::string& text, std::string_view rack)
{
    const Result<ClusterFile> file = parseClusterFile(text, "t.toml");
    if (!file.isOk())
        qFatal("%s", file.error().message.c_str());
    const auto& racks = file.value().plan->racks;
    const auto found = std::ranges::find(racks, rack, &PlannedRack::name);
    return found == racks.end() ? RackPlace{} : found->place;
}

std::string withPlaces(const std::string& text, std::vector<PlannedRack> racks)
{
    const Result<std::string> edited = withRackPlaces(text, "t.toml", racks);
    if (!edited.isOk())
        qFatal("%s", edited.error().message.c_str());
    return edited.value();
}

/// Every line of @p before that is not of @p touched is in @p after, in its order.
bool keepsOtherLines(const std::string& before, const std::string& after, const QStringList& touched)
{
    const QStringList now = QString::fromStdString(after).split(u'\n');
    qsizetype at = 0;
    for (const QString& line : QString::fromStdString(before).split(u'\n')) {
        if (touched.contains(line))
            continue;
        at = now.indexOf(line, at);
        if (at < 0) {
            qWarning("gone: %s", qPrintable(line));
            return false;
        }
        ++at;
    }
    return true;
}

} // namespace

class TestRackLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingMovedChangesNoByte()
    {
        QCOMPARE(withPlaces(site, {}), std::string(site));
        QCOMPARE(withPlaces(site, {standing("B01", 0, 2.4F)}), std::string(site));
    }

    void aLoneRackGetsItsPlaceAndKeepsItsComments()
    {
        const std::string edited = withPlaces(site, {standing("B01", 3.5F, 4.8F)});
        QVERIFY(keepsOtherLines(site, edited, {QStringLiteral("z = 2.4             # behind the aisle")}));
        QVERIFY(edited.find("z = 4.8             # behind the aisle") != std::string::npos);
        QVERIFY(edited.find("name = \"B01\"\nx = 3.5\n") != std::string::npos);
        QCOMPARE(placeIn(edited, "B01").x, 3.5F);
    }

    void oneOfARangeLeavesItsTable()
    {
        const std::string edited = withPlaces(site, {standing("A03", 7.7F, 1.1F)});
        QVERIFY(keepsOtherLines(site, edited, {QStringLiteral("name = \"A{01..06}\"  # bought in May")}));
        QVERIFY(edited.find("name = \"A{01..02}\"  # bought in May") != std::string::npos);
        const RackPlace moved = placeIn(edited, "A03");
        QCOMPARE(moved.x, 7.7F);
        QCOMPARE(moved.z, 1.1F);
        QCOMPARE(moved.positionInRow, 3U);
        for (const char* still : {"A01", "A02", "A04", "A05", "A06", "B01"})
            QVERIFY2(placeIn(edited, still) == placeIn(site, still), still);
        QVERIFY(placeIn(edited, "A04").isTurned && placeIn(edited, "A06").heightUnits == 48);
    }

    void aWholeRowMovesAsOneTable()
    {
        std::vector<PlannedRack> row;
        for (int at = 1; at <= 6; ++at)
            row.push_back(standing(qPrintable(QStringLiteral("A0%1").arg(at)), static_cast<float>(at - 1) * 0.8F, 9));
        const std::string edited = withPlaces(site, row);
        QVERIFY(keepsOtherLines(site, edited, {}));
        QCOMPARE(placeIn(edited, "A06").z, 9.0F);
        QCOMPARE(QString::fromStdString(edited).count(QStringLiteral("[[rack]]")), 2);
    }

    void racksThatTheFileDoesNotNameAreAdded()
    {
        PlannedRack added = standing("unplaced", -2, 0.3F);
        added.place.heightUnits = 40;
        const std::string edited = withPlaces(site, {added});
        QVERIFY(edited.starts_with(site));
        QCOMPARE(placeIn(edited, "unplaced").x, -2.0F);
        QCOMPARE(placeIn(edited, "unplaced").heightUnits, 40U);
        QVERIFY(!placeIn(edited, "unplaced").isTurned);
    }

    void movingAgainAndBackReadsAsAtFirst()
    {
        std::string text = withPlaces(site, {standing("A03", 7.7F, 1.1F), standing("A05", 0.1F, 5)});
        text = withPlaces(text, {standing("A04", 3, 3)});
        const std::vector<PlannedRack> home = parseClusterFile(site, "t.toml").value().plan->racks;
        text = withPlaces(text, home);
        QVERIFY(parseClusterFile(text, "t.toml").value().plan->racks == home);
        QVERIFY(text.find("seed = 7            # ours") != std::string::npos);
    }

    void otherSpellingsAreKeptOrRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isRefused");
        const QByteArray nodes = "\n[[node]]\nname = 'n'\nrack = 'R1'\n";
        QTest::newRow("an open range") << QByteArray("name='s'\n[[rack]]\nname = 'R{1..}'\ncount = 3 # three") << false;
        QTest::newRow("line ends of Windows")
            << QByteArray("name='s'\n[[rack]] # \xC3\xA5\nname = 'R{1..3}' # \xC3\xA5\npitch = 1").replace('\n', "\r\n")
            << false;
        QTest::newRow("letters before the value")
            << QByteArray("name='s'\n[[rack]]\n\"name\" = '''R1''' \nx = 0\n") + nodes << false;
        QTest::newRow("keys with dots") << QByteArray("name='s'\n[[rack]]\nname = 'R1'\n[[rack]]\nname='Q'") << false;
        QTest::newRow("in one line") << QByteArray("name='s'\nrack = [{name = 'R1'}, {name = 'R2'}]") << true;
        QTest::newRow("no cluster file") << QByteArray("racks everywhere") << true;
    }
    void otherSpellingsAreKeptOrRefused()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isRefused);
        const auto edited = withRackPlaces(text.toStdString(), "t.toml", std::vector{standing("R1", 5.5F, 1.5F)});
        QCOMPARE(!edited.isOk(), isRefused);
        if (isRefused) {
            QVERIFY(edited.error().message.find("t.toml:") != std::string::npos);
            return;
        }
        QCOMPARE(placeIn(edited.value(), "R1").x, 5.5F);
        QCOMPARE(edited.value().find("\xC3\xA5") != std::string::npos, text.contains("\xC3\xA5"));
        QCOMPARE(QByteArray::fromStdString(edited.value()).count('\n')
                     > QByteArray::fromStdString(edited.value()).count("\r\n"),
                 !text.contains('\r'));
    }

    void aNameThatNoFileCanHoldIsRefused()
    {
        const auto edited = withRackPlaces(site, "t.toml", std::vector{standing("{", 1, 1)});
        QVERIFY(!edited.isOk());
    }

    void theClustersThatWeShipCanBeArranged_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* name : {"demo.toml", "example.toml", "site.toml"})
            QTest::newRow(name) << qEnvironmentVariable("LOCKSTEP_SOURCE_DIR")
                    + QStringLiteral("/resources/clusters/%1").arg(QLatin1String(name));
    }
    void theClustersThatWeShipCanBeArranged()
    {
        QFETCH(QString, file);
        QFile source(file);
        QVERIFY(source.open(QIODevice::ReadOnly));
        const std::string text = source.readAll().toStdString();
        const auto racks = parseClusterFile(text, "t.toml").value().plan->racks;
        for (std::size_t at = 0; at < racks.size(); at += std::max<std::size_t>(1, racks.size() / 7)) {
            const std::string edited = withPlaces(text, {standing(racks[at].name.c_str(), 123.4F, -5.6F)});
            QCOMPARE(placeIn(edited, racks[at].name).x, 123.4F);
        }
    }
};

LOCKSTEP_TEST(tst_racklayout, TestRackLayout)
#include "tst_racklayout.moc"
