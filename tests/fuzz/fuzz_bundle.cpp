// SPDX-License-Identifier: GPL-3.0-or-later
//
// Untrusted bundles. The first byte selects how the rest is used: as the file itself, to overwrite bytes of a valid
// bundle, as values in its tables, or as text. The result is opened as a recording, imported, and exported in every
// format.
#include "datasources/incidents/bundleimport.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/recording/recorder.h"
#include "datasources/reports/exportdocument.h"
#include "models/core/batch.h"
#include "tests/support/placedrecorder.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace lockstep;

namespace {

constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};

std::string folder()
{
    static const std::string path = [] {
        const char* const base = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
        std::string made = fmt::format("{}/fuzz_bundle.{}", base, getpid());
        std::filesystem::create_directories(made);
        return made;
    }();
    return path;
}

std::shared_ptr<const NodeLayout> layoutOfTwoGpus()
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->metrics
        = {{"gpu.power", "GPU power", Unit::Watt, MetricKind::Gauge, EntityKind::Gpu, Direction::Neutral, {}, {}, {}}};
    layout->entities = {{EntityKind::Node, "n", 0}, {EntityKind::Gpu, "gpu0", 0}, {EntityKind::Gpu, "gpu1", 0}};
    layout->columns = {{0, {1, 2}}};
    return layout;
}

void record(const std::string& path)
{
    RecorderOptions options;
    options.folder = path;
    auto recorder = test::PlacedRecorder::start(options, nullptr);
    if (!recorder.isOk())
        std::abort();
    const auto layout = layoutOfTwoGpus();
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = "n";
    identity->epoch = 1;
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        auto batch = std::make_shared<Batch>();
        batch->node = "n";
        batch->sequence = tick + 1;
        batch->received = start + std::chrono::seconds(tick);
        if (tick == 0)
            batch->identity = identity;
        batch->names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"", "op", "lane"});
        NodeTick values{batch->received, layout, {static_cast<float>(tick), 2.0F}, {}, {}};
        values.spans.push_back({});
        values.spans.back().entity = 1;
        values.spans.back().start = batch->received;
        values.spans.back().end = batch->received + std::chrono::milliseconds(300);
        batch->tick = std::move(values);
        recorder.value()->record(std::array<BatchPtr, 1>{std::move(batch)});
    }
    recorder.value()->flush();
}

PostMortem honestStory()
{
    PostMortem all;
    all.incident.key = {7};
    all.incident.title = "Pump 2 lost flow";
    all.incident.range = {start + std::chrono::seconds(20), start + std::chrono::seconds(60)};
    all.incident.entities = {{EntityKind::Gpu, "n / gpu0"}};
    all.incident.tags = {"cooling"};
    all.incident.summary = "It **fell**.\n\n- [x] one\n- two";
    all.incident.actions = {{"Replace it", "sam", false}};
    all.incident.costs.lostGpuSeconds = 1000;
    Annotation note;
    note.key = {1};
    note.incident = {7};
    note.range = {all.incident.range.from, all.incident.range.from + std::chrono::seconds(3)};
    note.text = "Flow falls";
    all.annotations = {note, note};
    all.annotations[1].key = {2};
    all.links = {{{1}, {2}, LinkKind::Caused}};
    all.attachments = {{{5}, {7}, "Hall", "image/png", start, "noor", "hall", "{}", {std::byte{1}}}};
    Evidence& evidence = all.evidence;
    evidence.range = all.incident.range;
    evidence.tickPeriod = std::chrono::seconds(1);
    const MetricDescriptor metric = layoutOfTwoGpus()->metrics[0];
    evidence.series = {{metric, {EntityKind::Gpu, "n / gpu0"}, start, std::chrono::seconds(1), {1, 2, noData, 4}}};
    EvidenceHeat heat;
    heat.metric = metric;
    heat.from = start;
    heat.step = std::chrono::seconds(1);
    heat.columns = 2;
    heat.rows = {{"n / gpu0", "n / gpu0"}, {"n / gpu1", "n / gpu2"}};
    heat.values = {1, 2, 3, noData};
    heat.colours = {0, 0xFFFFFF};
    evidence.heats = {heat};
    evidence.spans = {{{EntityKind::Gpu, "n / gpu0"},
                       "rank 0",
                       "op",
                       "dp",
                       SpanKind::Wait,
                       start,
                       start + std::chrono::seconds(1),
                       0,
                       1,
                       1,
                       1024}};
    evidence.events = {{start, Severity::Warning, {EntityKind::Gpu, "n / gpu0"}, "x", "it happened", 2}};
    evidence.gaps = {{{EntityKind::Node, "n"}, evidence.range, 4, "restart"}};
    return all;
}

const std::string& honestBundle()
{
    static const std::string bytes = [] {
        record(folder() + "/recording");
        Result<Recording> recording = Recording::open(folder() + "/recording");
        if (!recording.isOk() || !writeBundle(honestStory(), {}, folder() + "/honest", {}, &recording.value()).isOk())
            std::abort();
        std::ifstream file(folder() + "/honest", std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    }();
    return bytes;
}

void save(const std::string& path, std::string_view bytes)
{
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Two bytes position, one byte length, then the bytes to write.
std::string patched(std::string_view patches)
{
    std::string bytes = honestBundle();
    while (patches.size() > 4) {
        const auto byte = [&](std::size_t at) {
            return static_cast<std::size_t>(static_cast<unsigned char>(patches[at]));
        };
        const std::size_t place = (byte(0) << 16 | byte(1) << 8 | byte(2)) % bytes.size();
        const std::size_t length = std::min({byte(3) % 16 + 1, patches.size() - 4, bytes.size() - place});
        std::memcpy(bytes.data() + place, patches.data() + 4, length);
        patches.remove_prefix(4 + length);
    }
    return bytes;
}

/// A byte chooses the column, one the kind of value, the rest of a line is the value.
void putValues(const std::string& path, std::string_view input)
{
    Result<Database> database = Database::open(path, Database::Access::ReadWrite);
    if (!database.isOk())
        std::abort();
    static const std::vector<std::pair<std::string, std::string>> columns = [&] {
        std::vector<std::pair<std::string, std::string>> all;
        Result<Statement> rows
            = database.value().prepare("SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c "
                                       "WHERE t.type='table' AND t.name NOT LIKE 'incident_search%' ORDER BY 1, 2");
        while (rows.isOk() && rows.value().step().value())
            all.emplace_back(rows.value().text(0), rows.value().text(1));
        return all;
    }();
    while (input.size() >= 3) {
        const auto& [table, column] = columns[static_cast<unsigned char>(input[0]) % columns.size()];
        const char kind = input[1];
        input.remove_prefix(2);
        const std::string_view value = input.substr(0, std::min(input.find('\n'), input.size()));
        input.remove_prefix(std::min(input.size(), value.size() + 1));
        Result<Statement> update
            = database.value().prepare(fmt::format("UPDATE OR IGNORE \"{}\" SET \"{}\"=?", table, column));
        if (!update.isOk())
            continue;
        std::int64_t number = 0;
        std::memcpy(&number, value.data(), std::min(value.size(), sizeof number));
        if (kind % 4 == 0)
            update.value().bind(1, number);
        else if (kind % 4 == 1)
            update.value().bind(1, value);
        else if (kind % 4 == 2)
            update.value().bind(1, std::as_bytes(std::span(value)));
        else
            update.value().bind(1, static_cast<double>(number) * 1e-3);
        static_cast<void>(update.value().run());
    }
}

void exportAll(const PostMortem& all)
{
    const PostMortem hidden = withoutNames(withoutSecrets(all));
    for (const PostMortem* each : {&all, &hidden}) {
        const Report report = makeReport(*each, {});
        if (htmlOf(report).empty() || markdownOf(report).empty() || jsonOf(*each).empty() || csvOf(*each).empty()
            || traceOf(*each).empty())
            std::abort();
    }
}

void readRecording(const std::string& path)
{
    Result<Recording> opened = Recording::open(path);
    if (!opened.isOk())
        return;
    Recording& recording = opened.value();
    const TickRange ticks = recording.ticks();
    for (std::uint32_t id = 0; id < recording.metrics().size() && id < 8; ++id) {
        TickIndex first = RecordedBlock::firstOf(ticks.from);
        for (int blocks = 0; blocks < 4 && first < ticks.to; ++blocks, first += RecordedBlock::ticks)
            static_cast<void>(recording.block(MetricId{id}, first));
    }
    const TimeRange all{start - std::chrono::hours(1), start + std::chrono::hours(1)};
    static_cast<void>(recording.spans(all));
    static_cast<void>(recording.events(all));
    static_cast<void>(recording.standing(all.to));
    static_cast<void>(recording.counts());
}

void ingest(const std::string& path)
{
    static_cast<void>(bundleContents(path));
    readRecording(path);
    Result<IncidentDatabase> into = IncidentDatabase::open(":memory:");
    if (!into.isOk())
        std::abort();
    const auto taken = importBundle(path, into.value(), {"fuzz", start});
    if (!taken.isOk())
        return;
    for (const IncidentKey key : taken.value()) {
        const Result<PostMortem> story = loadPostMortem(into.value(), key);
        if (story.isOk())
            exportAll(story.value());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::string path = folder() + "/bundle";
    if (data[0] % 4 == 3) {
        PostMortem all = honestStory();
        all.incident.title = all.incident.summary = all.incident.causes = rest;
        all.annotations[0].text = all.evidence.heats[0].rows[0].last = all.evidence.spans[0].lane = rest;
        exportAll(all);
        return 0;
    }
    for (const char* log : {"", "-wal", "-shm", "-journal"})
        std::filesystem::remove(path + log);
    save(path, data[0] % 4 == 0 ? std::string(rest) : data[0] % 4 == 1 ? patched(rest) : honestBundle());
    if (data[0] % 4 == 2)
        putValues(path, rest);
    ingest(path);
    return 0;
}
