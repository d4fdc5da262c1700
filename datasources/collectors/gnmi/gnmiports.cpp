// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/gnmi/gnmiports.h"

#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

/// A path with its keys: one leaf of one entity.
std::string textOfPlace(const GnmiPlace& place)
{
    std::string text = place.path;
    for (const auto& [key, value] : place.keys)
        text.append(" ").append(key).append("=").append(value);
    return text;
}

/// Whether a series is below a deleted path: equal keys, as far as the path has any.
bool isUnder(const std::string& seriesPlace, const GnmiPlace& deleted)
{
    const std::size_t pathEnd = std::min(seriesPlace.find(' '), seriesPlace.size());
    const std::string_view path = std::string_view(seriesPlace).substr(0, pathEnd);
    const bool isBelow
        = path.starts_with(deleted.path) && (path.size() == deleted.path.size() || path[deleted.path.size()] == '/');
    return isBelow && std::ranges::all_of(deleted.keys, [&](const auto& each) {
               const std::string key = " " + each.first + "=" + each.second;
               const std::size_t at = seriesPlace.find(key, pathEnd);
               return at != std::string::npos
                   && (at + key.size() == seriesPlace.size() || seriesPlace[at + key.size()] == ' ');
           });
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    const auto isSame = [word](std::string_view each) {
        return std::ranges::equal(word, each, [](char a, char b) {
            return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 'a' + 'A') : a) == b;
        });
    };
    return std::ranges::any_of(words, isSame);
}

std::optional<double> stateOf(std::string_view word)
{
    if (isOneOf(word, {"UP", "ACTIVE", "LINK_UP", "ENABLED"}))
        return 1.0;
    if (isOneOf(word, {"DOWN", "LOWER_LAYER_DOWN", "DORMANT", "INIT", "ARMED", "LINK_DOWN", "DISABLED", "TESTING"}))
        return 0.0;
    return std::nullopt; // not present or unknown
}

/// "SPEED_400GB", "400G", "400": bits per second.
std::optional<double> speedOf(std::string_view word, double plainUnit)
{
    if (word.starts_with("SPEED_"))
        word.remove_prefix(6);
    double unit = plainUnit;
    const std::size_t digits = std::min(word.find_first_not_of("0123456789."), word.size());
    const std::string_view suffix = word.substr(digits);
    if (isOneOf(suffix, {"G", "GB", "GBPS", "GB/S"}))
        unit = 1e9;
    else if (isOneOf(suffix, {"M", "MB", "MBPS", "MB/S"}))
        unit = 1e6;
    else if (!suffix.empty() || plainUnit == 0)
        return std::nullopt;
    const auto number = realOf(std::string(word.substr(0, digits)));
    return number && *number > 0 ? std::optional(*number * unit) : std::nullopt;
}

/// Converts a leaf that is no counter.
std::optional<double> gaugeOf(const GnmiLeaf& leaf, const GnmiValue& value)
{
    const std::optional<double> number = realOf(value);
    switch (leaf.kind) {
    case GnmiKind::State:
    case GnmiKind::Admin:
        return stateOf(wordOf(value));
    case GnmiKind::SpeedName:
        return speedOf(wordOf(value), 0);
    case GnmiKind::GigabitSpeed:
        return number && *number > 0 ? std::optional(*number * 1e9) : speedOf(wordOf(value), 1e9);
    case GnmiKind::DecibelMilliwatt:
        // Implausible optical power: below one photon, or above a cutting laser.
        return number && *number > -100 && *number < 50 ? std::optional(std::pow(10, *number / 10) / 1000)
                                                        : std::nullopt;
    default:
        return number ? std::optional(*number * leaf.factor) : std::nullopt;
    }
}

void foldInto(std::optional<double>& all, std::optional<double> one, GnmiFold how)
{
    if (!one)
        return;
    if (!all)
        all = one;
    else if (how == GnmiFold::Sum)
        all = *all + *one;
    else
        all = how == GnmiFold::Lowest ? std::min(*all, *one) : std::max(*all, *one);
}

} // namespace

GnmiPorts::GnmiPorts(const GnmiOptions& options, std::vector<GnmiLeaf> leaves)
    : m_names(options.names), m_interval(options.interval), m_leaves(std::move(leaves))
{
    for (const GnmiLeaf& leaf : m_leaves)
        m_byPath.try_emplace(leaf.path, &leaf);
}

void GnmiPorts::take(const GnmiMessage& message, std::size_t group, Clock::time_point now)
{
    for (const GnmiUpdate& update : message.updates)
        takeUpdate(update, group, message.timestampNs, now);
    m_leftOut += message.leftOut;
    if (message.deletes.empty())
        return;
    const auto isGone = [&message](const std::string& place) {
        return std::ranges::any_of(message.deletes, [&](const GnmiPlace& each) { return isUnder(place, each); });
    };
    for (auto* const all : {&m_ports, &m_components}) {
        for (auto& [owner, owned] : *all) {
            for (auto& [place, series] : owned) {
                if (isGone(place))
                    series.value = series.total = series.worst = std::nullopt;
            }
        }
    }
}

void GnmiPorts::forget(std::size_t group)
{
    for (auto* const all : {&m_ports, &m_components}) {
        for (auto& [owner, owned] : *all) {
            for (auto& [place, series] : owned) {
                if (series.group == group)
                    series.value = series.total = series.worst = std::nullopt;
            }
        }
    }
}

void GnmiPorts::takeUpdate(const GnmiUpdate& update, std::size_t group, std::int64_t reportedNs, Clock::time_point now)
{
    const auto found = m_byPath.find(update.place.path);
    if (found == m_byPath.end())
        return; // devices send more than was requested
    const GnmiLeaf& leaf = *found->second;
    if (leaf.kind == GnmiKind::Transceiver) {
        const std::string* const interface = update.place.find(leaf.portKey);
        const auto* const component = std::get_if<std::string>(&update.value);
        if (interface && component && m_transceivers.size() < maxComponents)
            m_transceivers[*component] = *interface;
        return;
    }
    const std::optional<Owner> owner = ownerOf(leaf, update.place);
    if (!owner)
        return;
    Series* const series = seriesOf(leaf, *owner, update.place);
    if (series == nullptr) {
        ++m_tooMany;
        return;
    }
    series->group = group;
    if (!setValue(*series, update.value, reportedNs, now) && m_unread++ == 0)
        m_firstUnread = facilityName(update.place.path);
}

std::optional<std::string> GnmiPorts::portOf(const std::string& interface) const
{
    if (!m_names.ports.empty()) {
        const auto named = m_names.ports.find(interface);
        return named == m_names.ports.end() ? std::nullopt : std::optional(named->second);
    }
    const bool isIgnored
        = std::ranges::any_of(m_names.ignored, [&](const std::string& each) { return interface.starts_with(each); });
    std::string name = isIgnored ? std::string() : facilityName(interface);
    return name.empty() ? std::nullopt : std::optional(std::move(name));
}

std::optional<GnmiPorts::Owner> GnmiPorts::ownerOf(const GnmiLeaf& leaf, const GnmiPlace& place) const
{
    const std::string* const interface = place.find(leaf.portKey);
    if (interface == nullptr)
        return std::nullopt;
    std::string device = m_names.switchName;
    if (!leaf.switchKey.empty()) {
        const std::string* const reported = place.find(leaf.switchKey);
        if (reported == nullptr)
            return std::nullopt;
        const auto named = m_names.switches.find(*reported);
        if (!m_names.switches.empty() && named == m_names.switches.end())
            return std::nullopt;
        device = named == m_names.switches.end() ? facilityName(*reported) : named->second;
    }
    if (device.empty())
        return std::nullopt;
    if (leaf.isOfComponent)
        return Owner{std::move(device), *interface};
    std::optional<std::string> port = portOf(*interface);
    return port ? std::optional(Owner{std::move(device), std::move(*port)}) : std::nullopt;
}

GnmiPorts::Series* GnmiPorts::seriesOf(const GnmiLeaf& leaf, const Owner& owner, const GnmiPlace& place)
{
    auto& all = leaf.isOfComponent ? m_components : m_ports;
    const std::size_t max = leaf.isOfComponent ? maxComponents : maxPorts;
    auto owned = all.find(owner);
    std::string key = textOfPlace(place);
    if (owned != all.end()) {
        if (const auto known = owned->second.find(key); known != owned->second.end())
            return &known->second;
    }
    if (m_series >= maxSeries || (owned == all.end() && all.size() >= max))
        return nullptr;
    ++m_series;
    Series series;
    series.leaf = &leaf;
    series.rate = CounterRate(leaf.bits);
    if (owned == all.end())
        owned = all.try_emplace(owner).first;
    return &owned->second.emplace(std::move(key), std::move(series)).first->second;
}

bool GnmiPorts::setValue(Series& series, const GnmiValue& value, std::int64_t reportedNs, Clock::time_point now)
{
    if (series.leaf->kind == GnmiKind::Counter) {
        const std::optional<std::uint64_t> count = countOf(value);
        return count && setRate(series, *count, reportedNs, now);
    }
    series.value = gaugeOf(*series.leaf, value);
    series.heard = now;
    foldInto(series.worst, series.value, GnmiFold::Lowest);
    const bool isText = std::holds_alternative<std::string>(value);
    return series.value || (isText && series.leaf->isChangeOnly());
}

/// Uses the device's own timestamps, which are independent of the network; if they are implausible, the times of
/// arrival.
bool GnmiPorts::setRate(Series& series, std::uint64_t count, std::int64_t reportedNs, Clock::time_point now) const
{
    constexpr Duration shortest = std::chrono::milliseconds(100); // shorter distances would give inaccurate rates
    const bool isFirst = series.heard == Clock::time_point();
    if (!isFirst) {
        const Duration arrived = now - series.heard;
        const bool hasReported = reportedNs > 0 && series.reportedNs > 0 && reportedNs > series.reportedNs;
        const Duration reported(hasReported ? reportedNs - series.reportedNs : 0);
        const bool isLie = arrived >= m_interval / 2 && (reported < arrived / 4 || reported > arrived * 4);
        const Duration since = isLie || reportedNs <= 0 ? arrived : reported;
        if (since < std::min(shortest, m_interval / 2))
            return true; // duplicate report
        if (since > m_interval * 3 + std::chrono::seconds(1))
            series.rate.clear(); // no rate over a gap
        series.measured += std::min<Duration>(since, std::chrono::hours(1));
    }
    const std::optional<double> rate = series.rate.sample(count, TimePoint(series.measured + std::chrono::seconds(1)));
    series.value = rate ? std::optional(*rate * series.leaf->factor) : std::nullopt;
    series.total = std::floor(static_cast<double>(count) * series.leaf->factor);
    series.reportedNs = reportedNs;
    series.heard = now;
    return true;
}

bool GnmiPorts::isFresh(const Series& series, Clock::time_point now) const
{
    return series.leaf->isChangeOnly() || now - series.heard <= m_interval * 5 / 2 + std::chrono::seconds(1);
}

void GnmiPorts::fold(Owned& owned, Clock::time_point now, Values& values) const
{
    for (auto& [place, series] : owned) {
        const bool holds = isFresh(series, now);
        if (series.leaf->kind == GnmiKind::Admin) {
            values.isSwitchedOff |= holds && series.value && *series.value < 0.5;
            continue;
        }
        const MetricDescriptor* const metric = findMetric(series.leaf->metric);
        if (metric == nullptr)
            continue;
        Shown& shown = values.metrics[metric->name];
        if (!holds)
            continue;
        const bool isState = series.leaf->kind == GnmiKind::State;
        foldInto(shown.value, isState ? series.worst : series.value, series.leaf->fold);
        series.worst = series.value;
        foldInto(shown.total, series.total, GnmiFold::Sum);
    }
}

std::optional<std::string> GnmiPorts::interfaceOf(const std::string& component) const
{
    if (const auto named = m_names.transceivers.find(component); named != m_names.transceivers.end())
        return named->second;
    const auto reported = m_transceivers.find(component);
    return reported == m_transceivers.end() ? component : reported->second;
}

namespace {

/// Derived values: utilisation, and the share of time waiting for credit.
void addShares(std::map<std::string_view, std::optional<double>>& shown)
{
    const auto find = [&](std::string_view metric) {
        const auto found = shown.find(metric);
        return found == shown.end() ? nullptr : &found->second;
    };
    const auto* const rate = find(metrics::port::rate);
    const auto* const sent = find(metrics::port::transmit);
    const auto* const received = find(metrics::port::receive);
    const auto* const waits = find(metrics::port::transmitWaitTicks);
    if (rate == nullptr)
        return;
    std::optional<double> utilisation;
    std::optional<double> wait;
    if (*rate && (sent || received)) {
        foldInto(utilisation, sent ? *sent : std::nullopt, GnmiFold::Highest);
        foldInto(utilisation, received ? *received : std::nullopt, GnmiFold::Highest);
        if (utilisation)
            *utilisation *= 8 / **rate;
    }
    if (*rate && waits && *waits)
        wait = std::min(1.0, **waits * 32 / **rate); // a tick is the time of four octets
    if (sent || received)
        shown[metrics::port::utilisation] = utilisation;
    if (waits)
        shown[metrics::port::transmitWait] = wait;
}

} // namespace

FacilityReport GnmiPorts::report(Clock::time_point now)
{
    std::map<Owner, Values> all;
    for (auto& [owner, owned] : m_ports)
        fold(owned, now, all[owner]);
    for (auto& [owner, owned] : m_components) {
        const std::optional<std::string> interface = interfaceOf(owner.second);
        const std::optional<std::string> port = interface ? portOf(*interface) : std::nullopt;
        const auto its = port ? all.find({owner.first, *port}) : all.end();
        if (its != all.end()) // other components are fans, supplies and boards
            fold(owned, now, its->second);
    }
    FacilityReport report;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [owner, values] : all) {
        std::map<std::string_view, std::optional<double>> shown;
        for (const auto& [metric, its] : values.metrics) {
            shown[metric] = its.value;
            if (const MetricDescriptor* const total = lifetimeOf(metric))
                shown[total->name] = its.total;
        }
        if (const auto up = shown.find(metrics::port::up); up != shown.end() && values.isSwitchedOff)
            up->second.reset(); // administratively down is not a fault
        addShares(shown);
        const FacilityPlace place{{EntityKind::Switch, owner.first}, {EntityKind::Port, owner.second}};
        for (const auto& [metric, value] : shown) {
            if (report.values.size() < FacilityReport::maxValues)
                report.values.push_back({place, metric, value.value_or(none)});
            else
                ++m_tooMany;
        }
    }
    report.note = note();
    return report;
}

std::string GnmiPorts::note() const
{
    std::string text;
    const auto add = [&](std::size_t count, std::string_view what) {
        if (count > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
    };
    add(m_unread, m_unread > 0 ? "values of an unexpected type, such as " + m_firstUnread : std::string());
    add(m_tooMany, "values beyond the limit of ports or leaves");
    add(m_leftOut, "values that are too long, too many or not numbers");
    return text;
}

} // namespace lockstep
