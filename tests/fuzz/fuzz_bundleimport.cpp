// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bundles with rows from the input, without the checks of a writer: keys of other incidents, arbitrary links, future
// times, any history. Unrelated incidents must stay unchanged, a rejected import must change nothing, and imported data
// must be exportable.
#include "datasources/incidents/bundleimport.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/incidents/incidentrows.h"
#include "datasources/reports/exportdocument.h"
#include "datasources/sqlite/incidentschema.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace lockstep;

namespace {

constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};

const std::string& bundlePath()
{
    static const std::string path
        = fmt::format("{}/fuzz_bundleimport.{}", std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp", getpid());
    return path;
}

/// Takes numbers from the input. Keys and times have few values, so that they coincide.
class Words
{
public:
    Words(const std::uint8_t* data, std::size_t size) : m_data(data), m_left(size) { }

    std::uint8_t byte()
    {
        if (m_left == 0)
            return 0;
        --m_left;
        return *m_data++;
    }
    std::uint64_t key()
    {
        const std::uint8_t value = byte();
        return value > 250 ? ~std::uint64_t{0} - value : value % 12;
    }
    TimePoint time() { return start + std::chrono::hours(static_cast<std::int8_t>(byte())); }
    std::string text()
    {
        const std::size_t count = std::min<std::size_t>(byte(), m_left);
        std::string taken(reinterpret_cast<const char*>(m_data), count);
        m_data += count;
        m_left -= count;
        return taken;
    }

private:
    const std::uint8_t* m_data;
    std::size_t m_left;
};

Annotation noteFrom(Words& words)
{
    Annotation note;
    note.key = {words.key()};
    note.incident = {words.key()};
    note.range = {words.time(), words.time()};
    note.text = words.text();
    note.author = words.text();
    note.created = words.time();
    note.edited = words.time();
    return note;
}

PostMortem storyFrom(Words& words)
{
    PostMortem all;
    all.incident.key = {words.key()};
    all.incident.title = words.text();
    all.incident.summary = words.text();
    all.incident.range = {words.time(), words.time()};
    all.incident.created = words.time();
    all.incident.tags = {words.text()};
    for (int count = words.byte() % 4; count > 0; --count)
        all.annotations.push_back(noteFrom(words));
    for (int count = words.byte() % 3; count > 0; --count)
        all.links.push_back({{words.key()}, {words.key()}, LinkKind::Caused});
    for (int count = words.byte() % 3; count > 0; --count)
        all.attachments.push_back({{words.key()},
                                   {words.key()},
                                   words.text(),
                                   words.text(),
                                   words.time(),
                                   words.text(),
                                   "hall",
                                   words.text(),
                                   {std::byte{words.byte()}}});
    if (words.byte() % 2 == 0) {
        all.evidence.range = all.incident.range;
        all.evidence.events = {{words.time(), Severity::Warning, {EntityKind::Gpu, words.text()}, "x", "y", 2}};
    }
    return all;
}

Annotation noteOf(std::uint64_t key, std::uint64_t incident)
{
    Annotation note;
    note.key = {key};
    note.incident = {incident};
    note.range = {start, start};
    note.text = "ours";
    note.author = "noor";
    note.created = note.edited = start;
    return note;
}

/// Incidents 1 and 2 with two notes and a picture each.
IncidentDatabase madeHere()
{
    Result<IncidentDatabase> here = IncidentDatabase::open(":memory:");
    if (!here.isOk())
        std::abort();
    for (const std::uint64_t key : {1U, 2U}) {
        PostMortem ours;
        ours.incident.key = {key};
        ours.incident.title = ours.incident.summary = "ours";
        ours.incident.created = start;
        ours.annotations = {noteOf(2 * key + 1, key), noteOf(2 * key + 2, key)};
        ours.links = {{{2 * key + 1}, {2 * key + 2}, LinkKind::Caused}};
        ours.attachments = {{{key}, {key}, "ours", "image/png", start, "noor", "hall", "{}", {std::byte{1}}}};
        if (!writePostMortem(here.value().database(), ours, {}).isOk())
            std::abort();
    }
    return std::move(here).value();
}

std::string contentOf(IncidentDatabase& database, IncidentKey key)
{
    const Result<PostMortem> all = loadPostMortem(database, key);
    const auto history = database.history(key);
    if (!all.isOk() || !history.isOk())
        std::abort();
    std::string content = jsonOf(all.value());
    for (const HistoryEntry& entry : history.value())
        content += entry.change + entry.field + entry.after;
    return content;
}

void exportAll(IncidentDatabase& database, IncidentKey key)
{
    const Result<PostMortem> story = loadPostMortem(database, key);
    if (!story.isOk())
        std::abort();
    const Report report = makeReport(story.value(), {});
    if (htmlOf(report).empty() || markdownOf(report).empty() || csvOf(story.value()).empty())
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Words words(data, size);
    for (const char* part : {"", "-wal", "-shm", "-journal"})
        std::filesystem::remove(bundlePath() + part);
    std::vector<IncidentKey> brought;
    {
        Result<Database> bundle = Database::open(bundlePath(), Database::Access::Build);
        if (!bundle.isOk() || !migrateIncidents(bundle.value()).isOk())
            std::abort();
        for (int stories = words.byte() % 3; stories >= 0; --stories) {
            const PostMortem story = storyFrom(words);
            std::vector<HistoryEntry> history;
            for (int lines = words.byte() % 4; lines > 0; --lines)
                history.push_back(
                    {words.time(), words.text(), words.text(), {words.key()}, words.text(), "", words.text()});
            if (writePostMortem(bundle.value(), story, history).isOk())
                brought.push_back(story.incident.key);
        }
    }
    const auto choice = static_cast<BundleChoice>(words.byte() % 3);
    IncidentDatabase here = madeHere();
    const std::array before{contentOf(here, {1}), contentOf(here, {2})};
    static_cast<void>(planImport(bundlePath(), here));
    const auto taken = importBundle(bundlePath(), here, {"fuzz", start + std::chrono::hours(24), choice});
    for (const std::uint64_t key : {1U, 2U}) {
        const bool isConcerned = taken.isOk() && choice != BundleChoice::Mine
            && std::ranges::find(brought, IncidentKey{key}) != brought.end();
        if (!isConcerned && contentOf(here, {key}) != before[key - 1])
            std::abort();
        if (const auto notes = here.annotations(IncidentKey{key}); !notes.isOk() || notes.value().size() < 2)
            std::abort(); // local judgements are never removed
    }
    const Result<std::vector<IncidentKey>> keys = here.keys();
    if (!keys.isOk() || (!taken.isOk() && keys.value().size() != 2))
        std::abort();
    for (const IncidentKey key : keys.value())
        exportAll(here, key);
    return 0;
}
