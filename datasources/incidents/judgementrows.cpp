// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentrows.h"
#include "datasources/sqlite/query.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr std::string_view judgementColumns
    = "SELECT id, verdict, alert, kind, place, text, until_ns, author, made_ns, origin FROM judgement ";

Result<Judgement> judgementAt(Database& database, const Statement& row)
{
    const std::string name = row.text(1);
    const std::optional<Judgement::Verdict> verdict = verdictFromName(name);
    if (!verdict)
        return Error{fmt::format("{}: expected a judgement \"confirmed\", \"rejected\", \"muted\" or \"assigned\", "
                                 "found \"{}\"",
                                 database.path(), name)};
    Judgement judgement;
    judgement.key = {static_cast<std::uint64_t>(row.integer(0))};
    judgement.verdict = *verdict;
    judgement.alert = row.text(2);
    judgement.kind = row.text(3);
    judgement.place = row.text(4);
    judgement.text = row.text(5);
    if (!row.isNull(6))
        judgement.until = timeOf(row, 6);
    judgement.author = row.text(7);
    judgement.made = timeOf(row, 8);
    judgement.origin = row.text(9);
    return judgement;
}

template <class... Values>
Result<std::vector<Judgement>> readWhere(Database& database, const char* where, const Values&... values)
{
    std::vector<Judgement> judgements;
    const Status read = forEachRow(
        database, std::string(judgementColumns) + where,
        [&](const Statement& row) -> Status {
            Result<Judgement> judgement = judgementAt(database, row);
            if (!judgement.isOk())
                return judgement.error();
            judgements.push_back(std::move(judgement).value());
            return success();
        },
        values...);
    if (!read.isOk())
        return read.error();
    return judgements;
}

} // namespace

Result<std::vector<Judgement>> readJudgements(Database& database)
{
    const Result<std::int64_t> tables
        = database.number("SELECT count(*) FROM sqlite_schema WHERE type='table' AND name='judgement'");
    if (!tables.isOk())
        return tables.error();
    if (tables.value() == 0)
        return std::vector<Judgement>(); // a file from before they existed
    return readWhere(database, "ORDER BY made_ns, id");
}

Result<std::optional<Judgement>> readJudgement(Database& database, JudgementKey key)
{
    Result<std::vector<Judgement>> found = readWhere(database, "WHERE id=?", key.value);
    if (!found.isOk())
        return found.error();
    return found.value().empty() ? std::optional<Judgement>() : std::optional(std::move(found.value().front()));
}

Status writeJudgement(Database& database, const Judgement& judgement)
{
    return run(database, "INSERT OR REPLACE INTO judgement VALUES(?,?,?,?,?,?,?,?,?,?)", judgement.key.value,
               verdictName(judgement.verdict), judgement.alert, judgement.kind, judgement.place, judgement.text,
               judgement.until, judgement.author, judgement.made, judgement.origin);
}

Status removeJudgement(Database& database, JudgementKey key)
{
    return run(database, "DELETE FROM judgement WHERE id=?", key.value);
}

} // namespace lockstep
