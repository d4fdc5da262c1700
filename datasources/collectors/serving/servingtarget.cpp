// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/serving/servingtarget.h"

#include "datasources/collectors/facility/facilitymapping.h"
#include "datasources/exporters/exportertable.h"
#include "datasources/exporters/exposedsample.h"
#include "datasources/exporters/seriesformula.h"
#include "datasources/exporters/seriesplace.h"
#include "datasources/http/httpclient.h"
#include "models/core/budget.h"
#include "models/core/metrics/metriccatalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace lockstep {

namespace {

constexpr std::string_view instanceLabel = "instance";

/// Exporter-table rows for one replica of a service, indexed by the names of the series that they read.
class ReplicaRows
{
public:
    ReplicaRows()
    {
        for (const ScrapedMetric& row : exporterTable()) {
            const bool isOfReplica = row.places.size() == 1 && row.places.front().kind == EntityKind::Job
                && !row.places.front().more.empty() && row.places.front().more.back() == instanceLabel;
            if (!isOfReplica)
                continue;
            m_rows.push_back(&row);
            for (const ScrapedFormula& formula : row.formulas) {
                for (const ScrapedTerm* const term : {&formula.term, &formula.other, &formula.positive}) {
                    if (!term->name.empty())
                        m_places.emplace(term->name, &row.places.front());
                }
            }
        }
    }

    [[nodiscard]] const std::vector<const ScrapedMetric*>& rows() const { return m_rows; }
    /// Labels that name the replica of a series; null: not a series of an inference server.
    [[nodiscard]] const ScrapedMetric::Place* placeOf(std::string_view name) const
    {
        const auto found = m_places.find(name);
        return found == m_places.end() ? nullptr : found->second;
    }

private:
    std::vector<const ScrapedMetric*> m_rows;
    std::map<std::string, const ScrapedMetric::Place*, std::less<>> m_places;
};

const ReplicaRows& replicaRows()
{
    static const ReplicaRows rows;
    return rows;
}

/// "http://node-17:8000/metrics" without scheme and path; a loopback address gets the name of this machine.
std::string instanceOf(const ServingOptions& options)
{
    const std::size_t scheme = options.url.find("://");
    const std::string_view rest = std::string_view(options.url).substr(scheme == std::string::npos ? 0 : scheme + 3);
    const std::string_view address = rest.substr(0, rest.find('/'));
    const std::size_t colon = address.rfind(':');
    const bool hasPort = colon != std::string_view::npos && address.find(']', colon) == std::string_view::npos;
    std::string host(address.substr(0, hasPort ? colon : address.size()));
    const std::string port = hasPort       ? std::string(address.substr(colon))
        : options.url.starts_with("https") ? ":443"
                                           : ":80";
    if (host == "localhost" || host == "[::1]" || host.starts_with("127."))
        host = options.host;
    return host + port;
}

/// Implements makeServingTarget(). Owned by its poller; used on its thread.
class ServingTarget final : public FacilityTarget
{
public:
    explicit ServingTarget(ServingOptions options)
        : m_options(std::move(options)),
          m_instance(instanceOf(m_options)),
          m_client(credentialsOf(m_options),
                   {.bytes = servinglimits::bytes, .connect = m_options.timeout, .whole = m_options.timeout})
    { }

    [[nodiscard]] const std::string& name() const override { return m_options.url; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;

private:
    using SeriesOf = std::map<std::string, std::vector<FileSeries>, std::less<>>; ///< by name
    struct Page
    {
        TimePoint time; ///< monotonic
        SeriesOf series;
        std::size_t count = 0;
        std::size_t left = 0; ///< series above the limit
        std::size_t skipped = 0; ///< lines
        std::string firstSkipped;
    };

    [[nodiscard]] static HttpCredentials credentialsOf(const ServingOptions& options)
    {
        HttpCredentials credentials;
        credentials.caFile = options.caFile;
        credentials.bearerTokenFile = options.tokenFile;
        return credentials;
    }
    [[nodiscard]] Page read(std::string_view text);
    void addLabels(Labels& labels, const ScrapedMetric::Place& place) const;
    [[nodiscard]] FacilityReport reportOf(const Page& page);
    [[nodiscard]] const FacilityPlace* placeOf(const ScrapedMetric& row, const Labels& labels);

    ServingOptions m_options;
    std::string m_instance;
    HttpClient m_client;
    std::unordered_map<std::string, FileSeries::Sample> m_earlier; ///< of the last page, by name and labels
    std::set<FacilityPlace> m_places; ///< of replicas so far
    std::size_t m_leftPlaces = 0; ///< values of further replicas in the last page
};

/// Labels that a Prometheus server or its relabel rules would add.
void ServingTarget::addLabels(Labels& labels, const ScrapedMetric::Place& place) const
{
    std::erase_if(labels, [](const auto& label) { return label.first == instanceLabel; });
    labels.emplace_back(instanceLabel, m_instance);
    const auto isPool = [&](const auto& label) {
        return label.first != instanceLabel && std::ranges::find(place.more, label.first) != place.more.end()
            && !label.second.empty();
    };
    if (!m_options.pool.empty() && place.more.size() > 1 && std::ranges::none_of(labels, isPool)) {
        std::erase_if(labels, [&](const auto& label) { return label.first == place.more.front(); });
        labels.emplace_back(place.more.front(), m_options.pool);
    }
    std::ranges::sort(labels);
}

ServingTarget::Page ServingTarget::read(std::string_view text)
{
    Page page;
    page.time = TimePoint(std::chrono::steady_clock::now().time_since_epoch());
    std::unordered_map<std::string, FileSeries::Sample> samples;
    const ScrapedMetric::Place* place = nullptr;
    const auto isWanted = [&place](std::string_view name) {
        place = replicaRows().placeOf(name);
        return place != nullptr;
    };
    const auto take = [&](const ExposedSample& sample) -> const char* {
        const bool isTooLong = std::ranges::any_of(sample.labels, [](const auto& label) {
            return label.first.size() > budget::nameBytes || label.second.size() > budget::nameBytes;
        });
        if (isTooLong)
            return "a label is longer than 256 bytes";
        if (page.count >= servinglimits::series) {
            ++page.left;
            return nullptr;
        }
        FileSeries series{page.count, sample.labels, {}};
        addLabels(series.labels, *place);
        std::string key(sample.name);
        for (const auto& [label, value] : series.labels)
            key.append(1, '\0').append(label).append(1, '\0').append(value);
        if (!samples.try_emplace(key, FileSeries::Sample{page.time, sample.value}).second)
            return "the page has this series already";
        if (const auto earlier = m_earlier.find(key); earlier != m_earlier.end() && earlier->second.time < page.time)
            series.samples.push_back(earlier->second);
        series.samples.push_back({page.time, sample.value});
        page.series[std::string(sample.name)].push_back(std::move(series));
        ++page.count;
        return nullptr;
    };
    readExposition(text, isWanted, take, [&page](std::size_t line, std::string_view why) {
        if (page.skipped++ == 0)
            page.firstSkipped = fmt::format("line {}: {}", line, why);
    });
    m_earlier = std::move(samples);
    return page;
}

/// The entity of a series: the service, a pool or a replica, all of which belong to the cluster. Null if a limit is
/// exceeded or a label is missing.
const FacilityPlace* ServingTarget::placeOf(const ScrapedMetric& row, const Labels& labels)
{
    const ScrapedMetric::Place& names = row.places.front();
    FacilityPlace place;
    std::string whole;
    for (std::size_t at = 0; at <= names.more.size(); ++at) {
        const std::string& label = at == 0 ? names.label : names.more[at - 1];
        const auto found = std::ranges::find(labels, label, &Labels::value_type::first);
        if (found != labels.end() && !found->second.empty()) {
            whole += (at == 0 ? "" : "/") + facilityName(found->second);
            place.push_back({EntityKind::Job, facilityName(whole, budget::nameBytes - 4)});
        } else if (at == 0) {
            return nullptr;
        }
    }
    if (m_places.size() >= servinglimits::replicas && !m_places.contains(place)) {
        ++m_leftPlaces;
        return nullptr;
    }
    return &*m_places.insert(std::move(place)).first;
}

FacilityReport ServingTarget::reportOf(const Page& page)
{
    FacilityReport report;
    std::set<std::pair<const FacilityPlace*, std::string_view>> known; // of two names of a metric, the first one counts
    const auto seriesOf = [&page](std::string_view name) -> std::span<const FileSeries> {
        const auto found = page.series.find(name);
        return found == page.series.end() ? std::span<const FileSeries>() : found->second;
    };
    m_leftPlaces = 0;
    for (const ScrapedMetric* const row : replicaRows().rows()) {
        if (!page.series.contains(row->formulas.front().term.name))
            continue;
        for (const FileSeries& series : computed(row->formulas.front(), seriesOf)) {
            if (series.samples.empty() || series.samples.back().time != page.time)
                continue; // a rate after the first page
            const double value = row->ours(series.samples.back().value);
            const FacilityPlace* const place = std::isfinite(value) ? placeOf(*row, series.labels) : nullptr;
            const std::string_view metric = findMetric(row->metric)->name;
            if (place != nullptr && known.emplace(place, metric).second)
                report.values.push_back({*place, metric, value});
        }
    }
    std::vector<std::string> notes;
    if (page.skipped > 0)
        notes.push_back(fmt::format("{} {} not usable: {}", page.skipped, page.skipped == 1 ? "line is" : "lines are",
                                    page.firstSkipped));
    if (page.left > 0)
        notes.push_back(fmt::format("series above the limit of {1}, omitted: {0}", page.left, servinglimits::series));
    if (m_leftPlaces > 0)
        notes.push_back(fmt::format("values of replicas above the limit of {1}, omitted: {0}", m_leftPlaces,
                                    servinglimits::replicas));
    report.refused = page.skipped + page.left + m_leftPlaces;
    report.note = fmt::format("{}", fmt::join(notes, "; "));
    return report;
}

Result<FacilityReport> ServingTarget::poll(const std::stop_token& stop)
{
    const Result<HttpReply> reply = m_client.send({.url = m_options.url,
                                                   .headers = {"Accept: text/plain;version=0.0.4"},
                                                   .isSecret = !m_options.tokenFile.empty()},
                                                  stop);
    if (!reply.isOk())
        return reply.error();
    if (!reply.value().isOk())
        return Error{fmt::format("status {}, expected a page of metrics", reply.value().status)};
    const Page page = read(reply.value().body);
    if (page.count > 0)
        return reportOf(page);
    if (page.skipped > 0)
        return Error{page.firstSkipped};
    return Error{fmt::format("no metrics of vLLM, SGLang, Triton, Dynamo or KServe in {} bytes; set \"url\" to the "
                             "page that Prometheus scrapes",
                             reply.value().body.size())};
}

Result<ServingOptions> readServer(const toml::table& table, const std::string& origin)
{
    TomlTable fields(table, origin, "[[serving]]");
    ServingOptions options;
    const std::string address = fields.text("url");
    const std::size_t query = std::min(address.find('?'), address.size());
    const Result<std::string> url = HttpClient::checkedUrl(address.substr(0, query));
    if (url.isOk()) {
        const bool hasPath = url.value().find('/', url.value().find("://") + 3) != std::string::npos;
        options.url = url.value() + (hasPath ? "" : "/metrics") + address.substr(query);
    } else if (fields.has("url")) {
        fields.fail("url", url.error().message);
    }
    options.pool = facilityName(fields.textOr("pool", {}));
    if (options.pool.find_first_of("/:") != std::string::npos)
        fields.fail("pool", "\"pool\" must not contain / or :, which separate models, pools and replicas");
    options.tokenFile = fields.textOr("token_file", {});
    options.caFile = fields.textOr("ca", {});
    fields.seconds("interval", options.interval, 1, 3600);
    fields.seconds("timeout", options.timeout, 0.5, 60);
    return fields.finished(std::move(options));
}

} // namespace

std::unique_ptr<FacilityTarget> makeServingTarget(ServingOptions options)
{
    return std::make_unique<ServingTarget>(std::move(options));
}

Result<std::vector<ServingOptions>> readServingTargets(TomlTable& top, const std::string& origin)
{
    return readTargets(top, "serving", origin, readServer);
}

} // namespace lockstep
