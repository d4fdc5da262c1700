// SPDX-License-Identifier: GPL-3.0-or-later
// Program that tests/bench/faults kills: saves incidents, or migrates an old file.
//     incidentwriter save FILE [FIRST]   saves incidents with evidence until killed; prints the key of each, from FIRST
//     on incidentwriter old FILE            makes a file of the first schema version, with many incidents
//     incidentwriter open FILE           migrates it, and prints the number of its incidents
#include "datasources/incidents/incidentdatabase.h"
#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/query.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace lockstep;

namespace {

constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};

Status saveMany(const std::string& path, std::uint64_t first)
{
    Result<IncidentDatabase> database = IncidentDatabase::open(path);
    if (!database.isOk())
        return database.error();
    for (std::uint64_t number = first;; ++number) {
        Incident incident;
        incident.key = {number};
        incident.title = fmt::format("incident {}", number);
        incident.range = {start, start + std::chrono::seconds(60)};
        IncidentChange change;
        change.text = "save";
        change.incidents = {{{}, incident}};
        if (const auto applied = database.value().apply(change, "bench", start); !applied.isOk())
            return applied.error();
        Evidence evidence;
        evidence.range = incident.range;
        evidence.series.resize(20);
        for (EvidenceSeries& series : evidence.series) {
            series.metric.name = "gpu.power";
            series.step = std::chrono::seconds(1);
            series.values.assign(3600, 1.5F);
        }
        if (const Status put = database.value().putEvidence(incident.key, evidence); !put.isOk())
            return put;
        fmt::print("{}\n", number);
        std::fflush(stdout);
    }
}

Status makeOld(const std::string& path)
{
    Result<Database> database = Database::open(path, Database::Access::Create);
    if (!database.isOk())
        return database.error();
    if (const Status made = migrateIncidents(database.value(), 1); !made.isOk())
        return made;
    return database.value().execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO incident "
        "SELECT i, 'incident ' || i, 1, 0, i, i + 1, '', printf('%.*c', 2000, 'x'), '', i, 'bench', i, 'USD' FROM n");
}

Status openAndCount(const std::string& path)
{
    Result<IncidentDatabase> database = IncidentDatabase::open(path);
    if (!database.isOk())
        return database.error();
    const Result<std::vector<IncidentKey>> keys = database.value().keys();
    if (!keys.isOk())
        return keys.error();
    fmt::print("{}\n", keys.value().size());
    return success();
}

} // namespace

int main(int argc, char** argv)
{
    const std::string what = argc >= 3 ? argv[1] : "";
    const Status done = what == "save" ? saveMany(argv[2], argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1)
        : what == "old"                ? makeOld(argv[2])
        : what == "open"               ? openAndCount(argv[2])
                                       : Status(Error{"expected save, old or open, and a FILE"});
    if (!done.isOk())
        fmt::print(stderr, "incidentwriter: {}\n", done.error().message);
    return done.isOk() ? 0 : 1;
}
