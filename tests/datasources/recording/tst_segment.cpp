// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recorder.h"
#include "datasources/recording/segmentreader.h"
#include "datasources/sqlite/query.h"
#include "datasources/sqlite/recordingschema.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/placedrecorder.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

using namespace lockstep;

namespace {

constexpr TickIndex firstTick = SimulatedBatches::start.time_since_epoch() / std::chrono::seconds(1) + 1;

std::uint32_t bitsOf(float value)
{
    return std::isnan(value) ? std::bit_cast<std::uint32_t>(noData) : std::bit_cast<std::uint32_t>(value);
}

MetricDescriptor deviation()
{
    MetricDescriptor metric;
    metric.name = "gpu.temperature.deviation";
    metric.title = "Deviation from peers";
    metric.unit = Unit::KelvinDelta;
    metric.entityKind = EntityKind::Gpu;
    metric.isDeviation = true;
    metric.derivation = "temperature less the median of the same row";
    return metric;
}

/// A hall in which a rack is turned and a loop cools it.
TopologyPtr hall()
{
    auto plan = std::make_shared<SitePlan>();
    plan->name = "hall";
    plan->racks = {{"A01", {"A", 1, 0.6F, 1.2F, 42, true, true, 0.75F}}};
    plan->nodes = {{"node-0001", "A01", {3, 8}, "HGX", "H100", 2}};
    plan->switches = {{"leaf", "A01", {20, 1}, {}}};
    plan->links = {{{"node-0001", "spare/1"}, {"leaf", "1"}, 400, 0}};
    plan->owners = {{"cooling on call", "facilities", {}, {}}};
    TopologyBuilder builder;
    builder.addPlan(plan);
    RackPlace place{"A", 1, 0.6F, 1.2F, 42, true, true};
    const EntityRef turned = builder.addRack("A01", place);
    place.isTurned = false;
    builder.addRack("A02", place);
    builder.addNode("node-0001", turned, {3, 8});
    builder.serve(builder.add(EntityKind::Loop, "CDU 1", {}), {"A02", "A01"});
    return builder.build();
}

/// Records some seconds; the path of the only segment.
std::string record(const QTemporaryDir& folder, int seconds, const std::function<void(Recorder&, int)>& beside = {})
{
    RecorderOptions options;
    options.folder = folder.path().toStdString();
    auto recorder = test::PlacedRecorder::start(options, hall()).value();
    SimulatedBatches cluster(2);
    recorder->record(cluster.introduce());
    for (int second = 0; second < seconds; ++second) {
        recorder->record(cluster.next());
        if (beside)
            beside(recorder->recorder(), second);
        if (second % 20 == 19)
            recorder->flush();
    }
    recorder.reset();
    return listSegments(options.folder).front().path;
}

void putColumn(Recorder& recorder, TickIndex tick, std::vector<float> values)
{
    Derived derived;
    derived.columns.push_back({deviation(), tick, std::move(values)});
    recorder.record(derived);
}

/// Takes the columns of version 3 away.
std::string withoutFields()
{
    std::string sql;
    for (const char* column :
         {"job", "variant", "subject", "lasted_ns", "shelved_ns", "others", "xid", "value", "baseline", "unit"})
        sql += std::string("ALTER TABLE events DROP COLUMN ") + column + "; ";
    return sql;
}

std::uint32_t metricOf(const SegmentReader& reader, std::string_view name)
{
    const auto found = std::ranges::find(reader.metrics(), name, &MetricDescriptor::name);
    return static_cast<std::uint32_t>(found - reader.metrics().begin());
}

} // namespace

class TestSegment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAMetricMeansComesBack()
    {
        const QTemporaryDir folder;
        const auto reader = SegmentReader::open(record(folder, 3, [](Recorder& recorder, int second) {
            putColumn(recorder, firstTick + second, {1, -1});
        }));
        QVERIFY(reader.isOk());
        const auto& metrics = reader.value().metrics();
        const auto at = metricOf(reader.value(), deviation().name);
        QVERIFY(at < metrics.size());
        QVERIFY(metrics[at].isDeviation);
        QCOMPARE(metrics[at].derivation, deviation().derivation);
        QCOMPARE(metrics[at].unit, Unit::KelvinDelta);
        QVERIFY(!metrics[metricOf(reader.value(), "gpu.temperature")].isDeviation);
    }

    void howTheHallStandsComesBack()
    {
        const QTemporaryDir folder;
        const auto reader = SegmentReader::open(record(folder, 1));
        QVERIFY(reader.isOk());
        const Topology& topology = *reader.value().topology();
        const EntityRef rack = topology.find(EntityKind::Rack, {}, "A01");
        QVERIFY(topology.rackPlace(rack).isTurned);
        QVERIFY(!topology.rackPlace(topology.find(EntityKind::Rack, {}, "A02")).isTurned);
        const auto served = topology.served(topology.find(EntityKind::Loop, {}, "CDU 1"));
        QCOMPARE(served.size(), std::size_t{2});
        QCOMPARE(topology.name(served[0]), std::string("A02"));
        QCOMPARE(topology.name(served[1]), std::string("A01"));
    }

    void thePlanComesBack()
    {
        const QTemporaryDir folder;
        const auto reader = SegmentReader::open(record(folder, 1));
        QVERIFY(reader.isOk());
        const Topology& topology = *reader.value().topology();
        QVERIFY(topology.plan() && *topology.plan() == *hall()->plan());
        const EntityRef port = topology.find(EntityKind::Port, topology.findNode("node-0001"), "spare/1");
        QCOMPARE(topology.path(topology.plannedPeer(port)), std::string("leaf / 1"));
        QVERIFY(!topology.reportedPeer(port).isValid());
        QCOMPARE(topology.rackPlace(topology.find(EntityKind::Rack, {}, "A01")).width, 0.75F);
        const EntityRef leaf = topology.find(EntityKind::Switch, {}, "leaf");
        QCOMPARE(topology.switchPlace(leaf).units.bottomUnit, 20U);
    }

    void aPlanOfOthersIsRefused()
    {
        const QTemporaryDir folder;
        const std::string path = record(folder, 1);
        for (const char* plan : {"name = 'hall'\n[[switch]]\nname = 'more'\n", "name = ", "racks = 3"}) {
            {
                auto database = Database::open(path, Database::Access::ReadWrite);
                QVERIFY(database.isOk());
                QVERIFY(run(database.value(), "UPDATE meta SET value = ? WHERE key = 'plan'", std::string_view(plan))
                            .isOk());
            }
            QVERIFY2(!SegmentReader::open(path).isOk(), plan);
        }
    }

    void aTickByItselfIsThatOfItsBlockWhereverItStands()
    {
        // In a block, in a block with values that came late, and in the journal.
        const QTemporaryDir folder;
        auto reader = SegmentReader::open(record(folder, 150, [](Recorder& recorder, int second) {
            putColumn(recorder, firstTick + second, {static_cast<float>(second), noData, 3});
            if (second == 140)
                putColumn(recorder, firstTick + 5, {noData, 77, noData, 4});
        }));
        QVERIFY(reader.isOk());
        for (std::uint32_t metric = 0; metric < reader.value().metrics().size(); ++metric) {
            for (TickIndex tick = firstTick - 1; tick <= firstTick + 150; ++tick) {
                const auto block = reader.value().block(metric, RecordedBlock::firstOf(tick));
                const auto row = reader.value().row(metric, tick);
                QVERIFY(block.isOk() && row.isOk());
                const std::span<const float> wanted = block.value().row(tick);
                for (std::size_t at = 0; at < std::max(row.value().size(), wanted.size()); ++at)
                    QCOMPARE(bitsOf(at < row.value().size() ? row.value()[at] : noData),
                             bitsOf(at < wanted.size() ? wanted[at] : noData));
            }
        }
        QVERIFY(metricOf(reader.value(), deviation().name) < reader.value().metrics().size());
        const auto late = reader.value().row(metricOf(reader.value(), deviation().name), firstTick + 5);
        QVERIFY(late.isOk() && late.value().size() == 4);
        QCOMPARE(late.value()[0], 5.0F);
        QCOMPARE(late.value()[1], 77.0F);
    }

    void theFieldsOfAnEventComeBack()
    {
        const QTemporaryDir folder;
        const TimePoint when = SimulatedBatches::start + 1s;
        const EventFields fields{.job = "train-a",
                                 .variant = "links",
                                 .subject = "dp5",
                                 .lasted = 57s,
                                 .shelvedFor = 30min,
                                 .others = 14,
                                 .xid = 79,
                                 .value = 84.5,
                                 .baseline = 180,
                                 .unit = Unit::LitersPerMinute};
        const std::string path = record(folder, 2, [&](Recorder& recorder, int) {
            Derived derived;
            derived.events.push_back({{EntityKind::Gpu, 1}, {when, Severity::Warning, 0, "a.code", "x\ny", fields}});
            derived.events.push_back({{EntityKind::Gpu, 2}, {when, Severity::Warning, 0, "gpu.xid", "XID 48: x"}});
            recorder.record(derived);
        });
        auto reader = SegmentReader::open(path);
        QVERIFY(reader.isOk());
        const auto eventOf = [](SegmentReader& from, const char* code) {
            const auto events = from.events({SimulatedBatches::start, SimulatedBatches::start + 1h}).value();
            const auto found
                = std::ranges::find(events, code, [](const RecordedEvent& each) { return each.event.code; });
            return found == events.end() ? Event{} : found->event;
        };
        QVERIFY(eventOf(reader.value(), "a.code").fields == fields);
        QCOMPARE(eventOf(reader.value(), "a.code").text, std::string("x\ny"));
        QCOMPARE(eventOf(reader.value(), "gpu.xid").fields.xid, 0U); // from the fields, regardless of the text
        {
            auto database = Database::open(path, Database::Access::ReadWrite);
            QVERIFY(database.value()
                        .execute(withoutFields() + "UPDATE meta SET value = 2 WHERE key = 'recording_schema'")
                        .isOk());
        }
        auto old = SegmentReader::open(path);
        QVERIFY(old.isOk());
        QCOMPARE(eventOf(old.value(), "gpu.xid").fields.xid, 48U);
        {
            auto database = Database::open(path, Database::Access::ReadWrite);
            QVERIFY(prepareRecordingSchema(database.value()).isOk());
        }
        auto migrated = SegmentReader::open(path);
        QCOMPARE(eventOf(migrated.value(), "gpu.xid").fields.xid, 48U);
    }

    void aSegmentOfTheFirstVersionIsReadAndBroughtUpToDate()
    {
        const QTemporaryDir folder;
        const std::string path = record(folder, 70);
        {
            auto database = Database::open(path, Database::Access::ReadWrite);
            QVERIFY(database.isOk());
            QVERIFY(database.value()
                        .execute("ALTER TABLE metrics DROP COLUMN is_deviation; ALTER TABLE metrics DROP COLUMN "
                                 "derivation; ALTER TABLE entities DROP COLUMN turned; ALTER TABLE entities DROP "
                                 "COLUMN serves; "
                                 + withoutFields()
                                 + "UPDATE meta SET value = 1 WHERE key = "
                                   "'recording_schema'")
                        .isOk());
        }
        auto old = SegmentReader::open(path);
        QVERIFY2(old.isOk(), old.isOk() ? "" : old.error().message.c_str());
        const std::uint32_t temperature = metricOf(old.value(), "gpu.temperature");
        QVERIFY(!old.value().metrics()[temperature].isDeviation);
        QCOMPARE(old.value().metrics()[temperature].derivation, std::string());
        QCOMPARE(old.value().row(temperature, firstTick).value().size(), std::size_t{16});
        {
            auto database = Database::open(path, Database::Access::ReadWrite);
            QVERIFY(prepareRecordingSchema(database.value()).isOk());
            QCOMPARE(recordingSchemaOf(database.value()).value(), recordingSchemaVersion);
            QVERIFY(prepareRecordingSchema(database.value()).isOk()); // nothing left to do
        }
        auto migrated = SegmentReader::open(path);
        QVERIFY(migrated.isOk());
        QCOMPARE(migrated.value().metrics().size(), old.value().metrics().size());
        QCOMPARE(migrated.value().topology()->count(EntityKind::Gpu), old.value().topology()->count(EntityKind::Gpu));
        QVERIFY(old.value().refresh().isOk()); // an open reader keeps working
    }

    /// Made by `lockstep import` of the last program that wrote schema 3.
    void aRecordingOfTheThirdVersionIsReadAsItWas()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("segment-20231114T221320Z-000.lockstep")).toStdString();
        const std::string packed = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR").toStdString()
            + "/tests/datasources/recording/earlier/schema3.lockstep.gz";
        gzFile from = gzopen(packed.c_str(), "rb");
        QVERIFY(from != nullptr);
        QByteArray bytes(1U << 20U, '\0');
        bytes.resize(gzread(from, bytes.data(), static_cast<unsigned>(bytes.size())));
        gzclose(from);
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();

        auto reader = SegmentReader::open(path);
        QVERIFY2(reader.isOk(), reader.isOk() ? "" : reader.error().message.c_str());
        const std::uint32_t power = metricOf(reader.value(), "gpu.power");
        constexpr TickIndex begin = 1'700'000'000;
        int missing = 0;
        for (TickIndex tick = begin; tick < begin + 200; ++tick) {
            const auto block = reader.value().block<double>(power, RecordedBlock::firstOf(tick));
            const auto row = reader.value().row(power, tick);
            QVERIFY(block.isOk() && row.isOk());
            for (int gpu = 0; gpu < 3; ++gpu) {
                const auto second = static_cast<int>(tick - begin);
                const auto at = static_cast<std::size_t>(gpu);
                const bool isMissing = (second + gpu) % 50 == 13;
                missing += isMissing ? 1 : 0;
                const double wanted = static_cast<double>((300 + 50 * gpu) * 10 + second * 7 % 40) / 10;
                QCOMPARE(bitsOf(row.value()[at]), bitsOf(isMissing ? noData : static_cast<float>(wanted)));
                QVERIFY(isMissing || block.value().row(tick)[at] == wanted);
            }
        }
        QCOMPARE(missing, 12);
        QCOMPARE(reader.value().counts().value().samples, std::uint64_t{600 - 12 + 600 + 200});
        QCOMPARE(reader.value().ticks(), (TickRange{begin, begin + 200}));
    }

    void blocksOfFewEntitiesAreJoinedAndReadAsBefore()
    {
        const QTemporaryDir folder;
        constexpr TickIndex begin = 64 * 1000;
        const std::string path = folder.filePath(QStringLiteral("segment-19700101T174640Z-000.lockstep")).toStdString();
        const auto valueAt = [](TickIndex tick, std::uint32_t entity) {
            return static_cast<double>(tick * 3 + entity * 1'000'000'007) / 1000;
        };
        const auto isIn = [](TickIndex tick) { // a pause, and a last block that is not full
            return tick >= begin && (tick < begin + 1500 || tick >= begin + 2048) && tick < begin + 3000;
        };
        auto writer = SegmentWriter::create(path, begin, 1s).value();
        MetricTable metrics;
        const MetricId metric = metrics.add(deviation());
        TopologyBuilder builder;
        const EntityRef node = builder.addNode("node-0001", {}, {});
        for (const char* const gpu : {"gpu0", "gpu1", "gpu2", "gpu3"})
            builder.add(EntityKind::Gpu, gpu, node);
        const TopologyPtr topology = builder.build();
        const NameTable names;
        const auto blobs = [&path] {
            auto database = Database::open(path, Database::Access::ReadOnly).value();
            return database.number("SELECT count(*) FROM blocks").value();
        };
        const auto check = [&](SegmentReader& reader) {
            for (TickIndex tick = begin - 1; tick <= begin + 3100; ++tick) {
                const auto block = reader.block<double>(metric.value, RecordedBlock::firstOf(tick));
                const auto row = reader.row(metric.value, tick);
                if (!block.isOk() || !row.isOk())
                    return false;
                const std::span<const double> exact = block.value().row(tick);
                for (std::uint32_t gpu = 0; gpu < 4; ++gpu) {
                    const bool isThere = gpu < exact.size() && !std::isnan(exact[gpu]);
                    if (isThere != isIn(tick) || (isThere && exact[gpu] != valueAt(tick, gpu)))
                        return false;
                    const float one = gpu < row.value().size() ? row.value()[gpu] : noData;
                    if (bitsOf(one) != bitsOf(isThere ? static_cast<float>(exact[gpu]) : noData))
                        return false;
                }
            }
            return true;
        };
        for (TickIndex first = begin; first < begin + 3000; first += RecordedBlock::ticks) {
            std::map<std::uint32_t, ExactBlock> blocks;
            for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
                for (std::uint32_t gpu = 0; gpu < 4 && isIn(tick); ++gpu) {
                    const double value = valueAt(tick, gpu);
                    blocks[metric.value].first = first;
                    blocks[metric.value].put(tick, gpu, {&value, 1});
                }
            }
            QVERIFY(writer.commit({*topology, metrics, names, {}, {}, {}, {}, {begin, begin + 3000}, &blocks}).isOk());
        }
        auto before = SegmentReader::open(path);
        QVERIFY(before.isOk());
        QVERIFY(blobs() > 10);
        QVERIFY(check(before.value()));
        const auto within = before.value().blocksWithin({begin + 1400, begin + 2100});
        QVERIFY(writer.close().isOk());
        QVERIFY(before.value().refresh().isOk());
        QVERIFY(check(before.value())); // an open reader keeps working

        QCOMPARE(blobs(), 1);
        auto after = SegmentReader::open(path);
        QVERIFY(after.isOk() && check(after.value()));
        QCOMPARE(after.value().ticks(), (TickRange{begin, begin + 3000}));
        QCOMPARE(after.value().counts().value().samples, std::uint64_t{4 * (1500 + 952)});
        const auto firsts = after.value().blocksWithin({begin + 1400, begin + 2100});
        QVERIFY(std::ranges::includes(firsts.value(), within.value()));
        QCOMPARE(firsts.value().front(), RecordedBlock::firstOf(begin + 1400));
        QCOMPARE(firsts.value().back(), RecordedBlock::firstOf(begin + 2099));
        QVERIFY(after.value().packedBytes({begin, begin + 3000}, {}).value() > 0);
    }

    void aSegmentOfANewerVersionSaysSo()
    {
        const QTemporaryDir folder;
        const std::string path = record(folder, 1);
        {
            auto database = Database::open(path, Database::Access::ReadWrite);
            QVERIFY(run(database.value(), "UPDATE meta SET value = 99 WHERE key = 'recording_schema'").isOk());
        }
        const auto reader = SegmentReader::open(path);
        QVERIFY(!reader.isOk());
        QVERIFY(reader.error().message.find("newer") != std::string::npos);
    }

    void thingsThatASegmentSharesWithItsNeighbourAreNotReadAgain()
    {
        const QTemporaryDir here;
        const QTemporaryDir there;
        const QTemporaryDir elsewhere;
        const auto reader = SegmentReader::open(record(here, 3));
        const auto same = SegmentReader::open(record(there, 5), &reader.value());
        QVERIFY(same.isOk());
        QCOMPARE(same.value().topology().get(), reader.value().topology().get());
        // A file without the fingerprint, as from an earlier version, and one with a rack turned since.
        for (const char* change : {"DELETE FROM meta WHERE key = 'entities'",
                                   "UPDATE entities SET turned = 0; UPDATE meta SET value = value + 1 WHERE key = "
                                   "'entities'"}) {
            const std::string path = record(elsewhere, 3);
            QVERIFY(Database::open(path, Database::Access::ReadWrite).value().execute(change).isOk());
            const auto other = SegmentReader::open(path, &reader.value());
            QVERIFY(other.isOk());
            QVERIFY(other.value().topology() != reader.value().topology());
            QCOMPARE(other.value().topology()->count(EntityKind::Gpu),
                     reader.value().topology()->count(EntityKind::Gpu));
        }
    }

    void anotherReaderOfTheSameFileReadsTheSame()
    {
        const QTemporaryDir folder;
        auto reader = SegmentReader::open(record(folder, 70));
        auto other = reader.value().again();
        QVERIFY(other.isOk());
        QCOMPARE(other.value().topology().get(), reader.value().topology().get());
        const std::uint32_t power = metricOf(reader.value(), "gpu.power");
        QVERIFY(std::ranges::equal(other.value().row(power, firstTick + 20).value(),
                                   reader.value().row(power, firstTick + 20).value(), {}, bitsOf, bitsOf));
    }
};

LOCKSTEP_TEST(tst_segment, TestSegment)
#include "tst_segment.moc"
