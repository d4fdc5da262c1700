// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recording segments with valid checksums and manipulated contents: values of all tables, blobs of columns and spans,
// duplicate or missing rows. Each is read together with a valid segment, so that their indices are merged, and copied
// into a bundle.
#include "datasources/incidents/incidentbundle.h"
#include "datasources/recording/segmentwriter.h"
#include "datasources/sqlite/query.h"
#include "tests/support/smallrecording.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

using namespace lockstep;
using lockstep::test::SmallRecording;

namespace {

namespace fs = std::filesystem;

const std::string& folder()
{
    static const std::string path = [] {
        std::string made = fmt::format("{}/fuzz_segment.{}", fs::exists("/dev/shm") ? "/dev/shm" : "/tmp", getpid());
        fs::create_directories(made + "/two");
        return made;
    }();
    return path;
}

const std::string& honestSegment()
{
    static const std::string path = [] {
        Result<std::string> made = SmallRecording::write(folder() + "/honest");
        if (!made.isOk())
            std::abort();
        return std::move(made).value();
    }();
    return path;
}

/// Not as a copy by the kernel, which libFuzzer's clock interrupts.
void putHonest(const std::string& path)
{
    static const std::string bytes = [] {
        std::ifstream file(honestSegment(), std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    }();
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Takes values from the input.
class Choices
{
public:
    Choices(const std::uint8_t* data, std::size_t size) : m_data(data), m_left(size) { }

    [[nodiscard]] bool isEmpty() const { return m_left == 0; }
    std::uint8_t byte()
    {
        if (m_left == 0)
            return 0;
        --m_left;
        return *m_data++;
    }
    std::int64_t number()
    {
        constexpr std::array odd{std::int64_t{0},
                                 std::int64_t{-1},
                                 std::int64_t{1} << 31,
                                 std::int64_t{1} << 32,
                                 std::int64_t{1} << 61,
                                 std::numeric_limits<std::int64_t>::max(),
                                 std::numeric_limits<std::int64_t>::min()};
        const std::uint8_t kind = byte();
        if (kind % 3 == 0)
            return odd[kind / 3 % odd.size()];
        if (kind % 3 == 1)
            return static_cast<std::int8_t>(byte());
        std::uint64_t value = 0;
        for (int at = 0; at < 8; ++at)
            value = value << 8U | byte();
        return static_cast<std::int64_t>(value);
    }
    std::span<const std::uint8_t> bytes(std::size_t max)
    {
        const std::size_t count = std::min({std::size_t{byte()}, max, m_left});
        const std::span<const std::uint8_t> taken(m_data, count);
        m_data += count;
        m_left -= count;
        return taken;
    }

private:
    const std::uint8_t* m_data;
    std::size_t m_left;
};

struct Column
{
    std::string table;
    std::string name;
};

const std::vector<Column>& columnsOf(Database& database)
{
    static const std::vector<Column> all = [&] {
        std::vector<Column> found;
        const Status read = forEachRow(database,
                                       "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c "
                                       "WHERE t.type = 'table' ORDER BY 1, 2",
                                       [&](const Statement& row) {
                                           found.push_back({row.text(0), row.text(1)});
                                           return success();
                                       });
        if (!read.isOk() || found.empty())
            std::abort();
        return found;
    }();
    return all;
}

const char* blobTable(std::uint8_t choice)
{
    constexpr std::array tables{"blocks", "span_blocks", "journal", "late"};
    return tables[choice % tables.size()];
}

void setValue(Database& database, Choices& choices)
{
    const auto& all = columnsOf(database);
    const Column& column = all[(choices.byte() | choices.byte() << 8U) % all.size()];
    Result<Statement> update = database.prepare(fmt::format("UPDATE OR IGNORE {} SET {} = ?", column.table, column.name)
                                                + (choices.byte() % 2 == 0 ? "" : " WHERE abs(random()) % 2 = 0"));
    if (!update.isOk())
        return;
    switch (choices.byte() % 4) {
    case 0:
        update.value().bind(1, choices.number());
        break;
    case 1: {
        const auto text = choices.bytes(64);
        update.value().bind(1, std::string_view(reinterpret_cast<const char*>(text.data()), text.size()));
        break;
    }
    case 2:
        update.value().bind(1,
                            std::ldexp(static_cast<double>(static_cast<std::int8_t>(choices.byte())),
                                       static_cast<std::int8_t>(choices.byte())));
        break;
    default:
        update.value().bindNull(1);
    }
    static_cast<void>(update.value().run());
}

/// Overwrites some or all bytes of one blob.
void bendBlob(Database& database, Choices& choices)
{
    const char* const table = blobTable(choices.byte());
    const std::uint8_t which = choices.byte();
    std::vector<std::uint8_t> blob;
    std::int64_t row = 0;
    const Status read
        = forEachRow(database,
                     fmt::format("SELECT rowid, data FROM {0} LIMIT 1 OFFSET {1} % max(1, (SELECT total(1) FROM {0}))",
                                 table, which),
                     [&](const Statement& found) {
                         row = found.integer(0);
                         const auto bytes = found.bytes(1);
                         blob.resize(bytes.size());
                         if (!bytes.empty())
                             std::memcpy(blob.data(), bytes.data(), bytes.size());
                         return success();
                     });
    if (!read.isOk())
        return;
    const bool isWhole = choices.byte() % 4 == 0;
    if (isWhole)
        blob.clear();
    for (int patches = choices.byte() % 8; patches >= 0; --patches) {
        const std::size_t place = (choices.byte() | choices.byte() << 8U) % (blob.size() + 1);
        const auto bytes = choices.bytes(40);
        if (isWhole || choices.byte() % 2 == 0) {
            blob.insert(blob.begin() + static_cast<std::ptrdiff_t>(place), bytes.begin(), bytes.end());
        } else {
            blob.resize(std::max(blob.size(), place + bytes.size()));
            std::ranges::copy(bytes, blob.begin() + static_cast<std::ptrdiff_t>(place));
        }
    }
    static_cast<void>(run(database, fmt::format("UPDATE {} SET crc = ?, data = ? WHERE rowid = ?", table),
                          checksum(blob), std::as_bytes(std::span(blob)), row));
}

/// A block of columns or a row, well-formed, of any shape and for any place.
void putColumns(Database& database, Choices& choices)
{
    const bool isRow = choices.byte() % 2 == 0;
    const std::uint32_t width = choices.byte() % 3 == 0 ? choices.byte() * 257U : choices.byte() % 9;
    std::vector<float> values(std::size_t{width} * (isRow ? 1 : 64), noData);
    for (const std::uint8_t value : choices.bytes(values.size()))
        values[value % values.size()] = std::ldexp(1.0F, value - 128);
    const std::vector<std::uint8_t> blob = ColumnCodec().encode(values, {isRow ? 1U : 64U, width});
    const std::int64_t begin = SmallRecording::start.time_since_epoch() / std::chrono::seconds(1);
    const std::int64_t tick = choices.byte() % 4 == 0 ? choices.number() : begin + choices.byte() % 200;
    static_cast<void>(run(database,
                          isRow ? "INSERT INTO late(metric, tick, width, samples, crc, data) VALUES(?, ?, ?, 0, ?, ?)"
                                : "INSERT OR REPLACE INTO blocks VALUES(?, ?, 64, ?, 0, ?, ?)",
                          choices.byte() % 6, isRow ? tick : tick & ~63, width, checksum(blob),
                          std::as_bytes(std::span(blob))));
}

void bendRows(Database& database, Choices& choices)
{
    constexpr std::array statements{
        "DELETE FROM metrics WHERE id = (SELECT max(id) FROM metrics)",
        "DELETE FROM names WHERE id = 1",
        "DELETE FROM entities WHERE kind = 'gpu' AND idx = 1",
        "DELETE FROM entities WHERE kind = 'rack'",
        "DELETE FROM meta WHERE key = 'entities'",
        "UPDATE meta SET value = value + 1 WHERE key IN ('topology', 'entities')",
        "INSERT INTO names SELECT max(id) + 1, 'more' FROM names",
        "INSERT OR IGNORE INTO entities(kind, idx, name, parent_kind, parent_idx) SELECT 'gpu', max(idx) + 1, 'more', "
        "'node', 0 FROM entities WHERE kind = 'gpu'",
        "INSERT OR IGNORE INTO entities(kind, idx, name, parent_kind, parent_idx, x) VALUES('rack', 1, 'R2', NULL, -1, "
        "3.5)",
        "UPDATE entities SET parent_kind = kind, parent_idx = idx",
        "UPDATE entities SET name = 'same'",
        "UPDATE metrics SET entity_kind = 'port'",
        "INSERT INTO metrics SELECT max(id) + 1, 'other.' || max(id), title, unit, kind, 'gpu', direction, warning, "
        "critical, full_scale, is_deviation, derivation FROM metrics",
        "UPDATE meta SET value = value + 1000000 WHERE key = 'end_tick'",
        "UPDATE events SET idx = 1 << 30",
    };
    static_cast<void>(database.execute(statements[choices.byte() % statements.size()]));
}

void bend(const std::string& path, const std::uint8_t* data, std::size_t size)
{
    Result<Database> database = Database::open(path, Database::Access::ReadWrite);
    if (!database.isOk())
        std::abort();
    static_cast<void>(columnsOf(database.value()));
    static_cast<void>(database.value().execute("PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF"));
    Choices choices(data, size);
    constexpr std::array ways{setValue, bendBlob, putColumns, bendRows};
    for (int at = 0; at < 12 && !choices.isEmpty(); ++at)
        ways[choices.byte() % ways.size()](database.value(), choices);
}

void checkTopology(const Topology& topology)
{
    for (std::uint32_t rack = 0; rack < topology.count(EntityKind::Rack); ++rack) {
        const RackPlace& place = topology.rackPlace({EntityKind::Rack, rack});
        if (!(std::abs(place.x) <= budget::hallMetres) || !(std::abs(place.z) <= budget::hallMetres))
            std::abort();
    }
}

void readAll(Recording& recording)
{
    checkTopology(*recording.topology());
    std::size_t things = 0;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        things += recording.topology()->count(static_cast<EntityKind>(kind));
    const std::vector<TickIndex> firsts = recording.blocksWithin(recording.ticks());
    for (std::uint32_t id = 0; id < recording.metrics().size() && id < 8; ++id) {
        for (std::size_t at = 0; at < firsts.size() && at < 6; ++at) {
            const RecordedBlock block = recording.block(MetricId{id}, firsts[at]);
            if (block.values.size() > 64 * 2 * (things + 8)) // more values than entities allow
                std::abort();
            static_cast<void>(recording.row(MetricId{id}, firsts[at] + 5));
            static_cast<void>(recording.block(MetricId{id}, firsts[at], {1, 2}));
        }
    }
    const TimeRange all{SmallRecording::start - std::chrono::hours(1), SmallRecording::start + std::chrono::hours(1)};
    static_cast<void>(recording.spans(all));
    static_cast<void>(recording.events(all));
    static_cast<void>(recording.gaps(all));
    static_cast<void>(recording.counts());
    TopologyBuilder builder(*recording.topology());
    for (const RecordedIdentity& identity : recording.standing(all.to).identities)
        builder.describeNode(identity.identity);
    checkTopology(*builder.build());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string two = folder() + "/two";
    const std::string bent = two + "/segment-20260301T000000Z-000.lockstep";
    const std::string honest = two + "/segment-20260301T010000Z-000.lockstep";
    for (const char* part : {"", "-wal", "-shm", "-journal"})
        fs::remove(bent + part);
    putHonest(bent);
    if (!fs::exists(honest))
        putHonest(honest);
    bend(bent, data, size);
    if (Result<Recording> alone = Recording::open(bent); alone.isOk()) {
        readAll(alone.value());
        const TimeRange range{SmallRecording::start, SmallRecording::start + std::chrono::hours(100'000)};
        const std::string copy = folder() + "/copy";
        fs::remove(copy);
        static_cast<void>(extractRecording(alone.value(), range, copy, {}));
    }
    Result<Recording> both = Recording::open(two);
    if (!both.isOk())
        std::abort(); // the valid segment must be there
    readAll(both.value());
    if (Result<Recording> again = both.value().again(); again.isOk())
        readAll(again.value());
    return 0;
}
