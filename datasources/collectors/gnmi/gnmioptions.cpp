// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/gnmi/gnmioptions.h"

#include "datasources/clusterfile/plan/namepattern.h"
#include "datasources/collectors/facility/facilitymapping.h"
#include "datasources/proto/netaddress.h"
#include "models/core/metrics/metriccatalogue.h"

#include <fmt/format.h>

#include <utility>

namespace lockstep {

namespace {

/// Reads "swp{1..32}={1..32}": the device's names of entities, and the names in Lockstep.
std::map<std::string, std::string> readNames(TomlTable& fields, const char* key)
{
    constexpr std::size_t max = 65'536;
    std::map<std::string, std::string> names;
    for (const std::string& text : fields.textList(key).value_or(std::vector<std::string>())) {
        const std::size_t equals = text.rfind('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
            fields.fail(key, fmt::format("'{}': expected THEIRS=OURS, such as swp{{1..32}}={{1..32}}", text));
            return names;
        }
        const auto theirs = expandPattern(text.substr(0, equals), {});
        if (!theirs.isOk()) {
            fields.fail(key, theirs.error().message);
            return names;
        }
        const auto ours = expandPattern(text.substr(equals + 1), theirs.value().size());
        if (!ours.isOk() || ours.value().size() != theirs.value().size() || names.size() > max) {
            fields.fail(key, fmt::format("'{}': both sides must expand to the same number of names", text));
            return names;
        }
        for (std::size_t at = 0; at < theirs.value().size(); ++at)
            names[theirs.value()[at]] = facilityName(ours.value()[at]);
    }
    return names;
}

void readKind(TomlTable& fields, GnmiLeaf& leaf)
{
    static constexpr std::pair<std::string_view, GnmiKind> kinds[]{{"counter", GnmiKind::Counter},
                                                                   {"gauge", GnmiKind::Gauge},
                                                                   {"dbm", GnmiKind::DecibelMilliwatt},
                                                                   {"state", GnmiKind::State},
                                                                   {"speed", GnmiKind::SpeedName}};
    static constexpr std::pair<std::string_view, GnmiFold> folds[]{
        {"sum", GnmiFold::Sum}, {"lowest", GnmiFold::Lowest}, {"highest", GnmiFold::Highest}};
    const auto choose = [&](const char* key, const char* fallback, const auto& table, auto& value) {
        const std::string word = fields.textOr(key, fallback);
        const auto found = std::ranges::find(table, word, [](const auto& row) { return row.first; });
        if (found != std::end(table))
            value = found->second;
        else
            fields.fail(key, fmt::format("'{}' is not a {}", word, key));
    };
    choose("kind", "counter", kinds, leaf.kind);
    choose("fold", "sum", folds, leaf.fold);
    if (const auto bits = fields.count("bits", 8, 64))
        leaf.bits = static_cast<unsigned>(*bits);
    leaf.factor = fields.number("factor", -1e18, 1e18).value_or(1);
}

Result<GnmiLeaf> readLeaf(const toml::table& table, const std::string& origin)
{
    TomlTable fields(table, origin, "[[gnmi.leaf]]");
    GnmiLeaf leaf;
    leaf.pattern = fields.text("path");
    leaf.metric = fields.text("metric");
    readKind(fields, leaf);
    leaf.portKey = fields.textOr("port", leaf.portKey);
    leaf.switchKey = fields.textOr("switch", {});
    const Result<std::vector<GnmiStep>> steps = parseGnmiPath(leaf.pattern);
    if (!steps.isOk()) {
        fields.fail("path", steps.error().message);
    } else {
        bool hasPort = false;
        for (const GnmiStep& step : steps.value()) {
            leaf.path += (leaf.path.empty() ? "" : "/") + step.name;
            hasPort |= std::ranges::any_of(step.keys, [&](const auto& key) { return key.first == leaf.portKey; });
        }
        if (!hasPort)
            fields.fail("path",
                        fmt::format("expected an element with [{}=*], which identifies the port", leaf.portKey));
    }
    const MetricDescriptor* const metric = findMetric(leaf.metric);
    if (!leaf.metric.empty() && (metric == nullptr || metric->entityKind != EntityKind::Port))
        fields.fail("metric", fmt::format("'{}' is not a port metric", leaf.metric));
    return fields.finished(std::move(leaf));
}

void readWay(TomlTable& fields, GnmiOptions& options)
{
    options.address = fields.text("address");
    const Result<NetAddress> address = parseNetAddress(options.address);
    if (!options.address.empty() && !address.isOk())
        fields.fail("address", address.error().message);
    options.caFile = fields.textOr("ca", {});
    options.certificateFile = fields.textOr("certificate", {});
    options.privateKeyFile = fields.textOr("key", {});
    options.tlsName = fields.textOr("tls_name", {});
    options.user = fields.textOr("user", {});
    options.passwordFile = fields.textOr("password_file", {});
    const bool isHere = address.isOk() && address.value().isLoopback();
    const std::optional<bool> plain = fields.flag("plain");
    const bool isInTheClear = fields.flag("password_in_clear").value_or(false);
    options.isPlain = plain.value_or(isHere && options.caFile.empty());
    if (options.certificateFile.empty() != options.privateKeyFile.empty())
        fields.fail("certificate", "[[gnmi]] must have both \"certificate\" and \"key\", or neither");
    if (options.user.empty() != options.passwordFile.empty())
        fields.fail("user", "[[gnmi]] must have both \"user\" and \"password_file\", or neither");
    if (options.isPlain && !(options.caFile + options.certificateFile).empty())
        fields.fail("plain", "\"plain\" cannot be combined with \"ca\" or \"certificate\"");
    if (options.isPlain && !isHere && !options.user.empty() && !isInTheClear)
        fields.fail("plain",
                    "the password would be sent unencrypted: remove \"plain\", or set password_in_clear = true");
    fields.seconds("interval", options.interval, 1, 600);
    fields.seconds("timeout", options.timeout, 1, 60);
}

void readGroups(TomlTable& fields, GnmiOptions& options)
{
    const auto groups = fields.texts("read");
    if (!groups)
        return;
    options.groups = *groups;
    for (const std::string& each : *groups) {
        if (std::ranges::find(gnmiGroups(), each, &GnmiGroup::name) == gnmiGroups().end())
            fields.fail("read",
                        fmt::format("'{}': expected interfaces, queues, pauses, optics, fec or infiniband", each));
    }
}

Result<GnmiOptions> readTarget(const toml::table& table, const std::string& origin)
{
    constexpr std::size_t maxLeaves = 256;
    TomlTable fields(table, origin, "[[gnmi]]");
    GnmiOptions options;
    readWay(fields, options);
    readGroups(fields, options);
    GnmiNames& names = options.names;
    names.switchName = facilityName(fields.textOr("switch", {}));
    names.switches = readNames(fields, "switches");
    names.ports = readNames(fields, "ports");
    for (auto& [theirs, ours] : readNames(fields, "transceivers"))
        names.transceivers[theirs] = ours;
    if (const auto ignored = fields.texts("ignore"))
        names.ignored = *ignored;
    const std::vector<const toml::table*> leaves = fields.tables("leaf");
    if (leaves.size() > maxLeaves)
        fields.fail("leaf", fmt::format("expected at most {1} leaves, found {0}", leaves.size(), maxLeaves));
    if (names.switchName.empty() && (leaves.empty() || !options.groups.empty()))
        fields.fail("switch", "\"switch\" must be the name of the switch in the cluster file");
    if (leaves.empty() && options.groups.empty())
        fields.fail("read", "nothing to read: set groups, or leaves in [[gnmi.leaf]]");
    if (const Status status = fields.finish(); !status.isOk())
        return status.error();
    for (const toml::table* const each : leaves) {
        Result<GnmiLeaf> leaf = readLeaf(*each, origin);
        if (!leaf.isOk())
            return leaf.error();
        options.leaves.push_back(std::move(leaf).value());
    }
    return options;
}

} // namespace

Result<std::vector<GnmiOptions>> readGnmiTargets(TomlTable& top, const std::string& origin)
{
    return readTargets(top, "gnmi", origin, readTarget);
}

} // namespace lockstep
