// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/mappingfile.h"

#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"
#include "models/core/metrics/metriccatalogue.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t maxRows = 4096;
constexpr double largestFactor = 1e15;

/// Valid name on a server, or of a column, which may contain spaces and units in brackets.
bool isMetricName(std::string_view name)
{
    return !name.empty() && std::ranges::none_of(name, [](unsigned char c) {
        return c < ' ' || std::string_view("{}\"\\").find(static_cast<char>(c)) != std::string_view::npos;
    });
}

std::string kindNames()
{
    std::string names;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", entityKindName(static_cast<EntityKind>(kind)));
    return names;
}

/// Metrics with the longest common prefix with an invalid name, to suggest in the error.
std::string metricsLike(std::string_view wrong)
{
    constexpr std::size_t most = 20;
    const auto commonLength = [wrong](const MetricDescriptor& metric) {
        return std::ranges::mismatch(wrong, metric.name).in1 - wrong.begin();
    };
    std::vector<std::pair<std::ptrdiff_t, std::string_view>> metrics;
    for (const MetricDescriptor& metric : metricCatalogue())
        metrics.emplace_back(-commonLength(metric), metric.name);
    std::ranges::sort(metrics);
    std::string names;
    for (const auto& [length, name] : std::span(metrics).first(std::min(most, metrics.size())))
        names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
    return names;
}

void readPlaces(TomlTable& fields, ScrapedMetric& row)
{
    for (const std::string& text : fields.texts("place").value_or(std::vector<std::string>())) {
        const std::size_t equals = text.find('=');
        const auto kind = entityKindFromName(std::string_view(text).substr(0, equals));
        if (equals == std::string::npos || equals + 1 == text.size() || !kind)
            return fields.fail(
                "place",
                fmt::format("'{}' is not a place: expected KIND=LABEL, such as loop=cdu, where KIND is one "
                            "of {}",
                            text, kindNames()));
        row.places.push_back({*kind, text.substr(equals + 1)});
    }
}

Result<ScrapedMetric> readRow(const toml::table& table, const std::string& origin)
{
    TomlTable fields(table, origin, "[[metric]]");
    ScrapedMetric row{
        .exporter = origin, .seen = fields.text("name"), .metric = fields.text("metric"), .query = {}, .places = {}};
    if (!isMetricName(row.seen))
        fields.fail("name", fmt::format("'{}' is not a metric name: expected one without {{ }} \" and \\", row.seen));
    const MetricDescriptor* const ours = findMetric(row.metric);
    if (ours == nullptr)
        fields.fail("metric",
                    fmt::format("unknown metric '{}'; the nearest names are {}; `lockstep metrics` lists all {}",
                                row.metric, metricsLike(row.metric), metricCatalogue().size()));
    row.factor = fields.number("factor", -largestFactor, largestFactor).value_or(1);
    row.offset = fields.number("offset", -largestFactor, largestFactor).value_or(0);
    const std::string kind = fields.textOr("kind", "gauge");
    if (kind != "gauge" && kind != "rate")
        fields.fail("kind", fmt::format("'{}': expected gauge or rate", kind));
    if (kind == "rate" && row.offset != 0)
        fields.fail("offset", "offset applies only to kind = \"gauge\"");
    row.query = fields.textOr("query", "");
    if (row.query.empty()) {
        row.formulas = {{{row.seen, kind == "rate"}}};
        row.query = row.formulas.front().query();
    }
    readPlaces(fields, row);
    if (ours != nullptr && !row.places.empty() && row.places.back().kind != ours->entityKind)
        fields.fail("place",
                    fmt::format("{0} is a metric of a {1}, so the last place must be a {1}", row.metric,
                                entityKindName(ours->entityKind)));
    return fields.finished(std::move(row));
}

} // namespace

Result<std::vector<ScrapedMetric>> parseMapping(std::string_view text, const std::string& origin)
{
    const Result<toml::table> file = parseToml(text, origin);
    if (!file.isOk())
        return file.error();
    TomlTable fields(file.value(), origin, "the file");
    const std::vector<const toml::table*> tables = fields.tables("metric");
    if (tables.size() > maxRows)
        fields.fail("metric", fmt::format("expected at most {1} metrics, found {0}", tables.size(), maxRows));
    if (const Status status = fields.finish(); !status.isOk())
        return status.error();
    std::vector<ScrapedMetric> rows;
    for (const toml::table* table : tables) {
        Result<ScrapedMetric> row = readRow(*table, origin);
        if (!row.isOk())
            return row.error();
        rows.push_back(std::move(row).value());
    }
    return rows;
}

Result<std::vector<ScrapedMetric>> readMapping(const std::string& path)
{
    const Result<std::string> text = readTextFile(path);
    return text.isOk() ? parseMapping(text.value(), path) : Result<std::vector<ScrapedMetric>>(text.error());
}

} // namespace lockstep
