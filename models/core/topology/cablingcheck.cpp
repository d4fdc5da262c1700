// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/cablingcheck.h"

#include "models/core/topology/siteplan.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace lockstep {

namespace {

constexpr double bitsPerGigabit = 1e9;
constexpr double rateTolerance = 0.02; // for example, a link of 14 Gb/s lanes is called 56 or 54

/// Pattern of a port's name with its numbers replaced: "mlx5_#/#". If a plan and a discovery use the same patterns for
/// a device, equal names are the same port.
std::string shapeOf(std::string_view name)
{
    std::string shape;
    for (const char letter : name) {
        const bool isDigit = letter >= '0' && letter <= '9';
        if (!isDigit || shape.empty() || shape.back() != '#')
            shape += isDigit ? '#' : letter;
    }
    return shape;
}

/// Compares link by link. One object per check.
class CablingComparison
{
public:
    CablingComparison(const Topology& topology, const PortRate& rate) : m_topology(topology), m_rate(rate)
    {
        std::set<std::pair<EntityRef, std::string>> planned;
        std::set<std::pair<EntityRef, std::string>> wired;
        for (std::uint32_t index = 0; index < m_topology.count(EntityKind::Port); ++index) {
            const EntityRef port{EntityKind::Port, index};
            const EntityRef owner = m_topology.parent(port);
            const bool isWired = m_topology.wiredPeer(port).isValid();
            const bool isPlanned = m_topology.plannedPeer(port).isValid();
            if (isWired) {
                m_seen.insert(owner);
                m_seen.insert(ownerOf(m_topology.wiredPeer(port)));
            }
            if (isWired)
                wired.insert({owner, shapeOf(m_topology.name(port))});
            if (isPlanned)
                planned.insert({owner, shapeOf(m_topology.name(port))});
        }
        for (const auto& name : planned) {
            if (wired.contains(name))
                m_sharingNames.insert(name.first);
        }
        if (!m_topology.plan())
            return;
        const std::unordered_set<std::string_view> names(m_topology.plan()->examined.begin(),
                                                         m_topology.plan()->examined.end());
        for (const EntityKind kind : {EntityKind::Node, EntityKind::Switch}) {
            for (std::uint32_t index = 0; index < m_topology.count(kind) && !names.empty(); ++index) {
                if (names.contains(m_topology.name({kind, index})))
                    m_examined.insert({kind, index});
            }
        }
    }

    [[nodiscard]] CablingCheck compare()
    {
        m_check.planned = m_topology.plan() ? m_topology.plan()->links.size() : 0;
        if (m_check.planned == 0)
            return std::move(m_check);
        comparePlanned();
        pairByOwners();
        std::ranges::stable_sort(m_check.faults, {},
                                 [](const CablingFault& fault) { return std::pair(fault.kind, fault.port); });
        return std::move(m_check);
    }

private:
    using Owners = std::pair<EntityRef, EntityRef>;

    [[nodiscard]] EntityRef ownerOf(EntityRef end) const
    {
        return end.kind == EntityKind::Port ? m_topology.parent(end) : end;
    }
    [[nodiscard]] Owners ownersOf(EntityRef one, EntityRef other) const
    {
        return std::minmax(ownerOf(one), ownerOf(other));
    }

    /// Whether a discovered end is the planned one. If plan and discovery name the ports of a device differently, any
    /// port of the same device matches.
    [[nodiscard]] bool isSameEnd(EntityRef found, EntityRef planned) const
    {
        if (found == planned)
            return true;
        const bool isNamed = found.kind == EntityKind::Port && planned.kind == EntityKind::Port;
        return ownerOf(found) == ownerOf(planned) && (!isNamed || !m_sharingNames.contains(ownerOf(planned)));
    }

    /// Reports a fault from the end that was discovered or, if both were, from the node's end.
    [[nodiscard]] bool shouldReportFrom(EntityRef port, EntityRef other) const
    {
        const auto worth = [this](EntityRef end) {
            return std::pair(m_topology.wiredPeer(end).isValid(), ownerOf(end).kind == EntityKind::Node);
        };
        return worth(port) > worth(other);
    }

    /// Visits each planned link once, from its first port.
    void comparePlanned()
    {
        for (std::uint32_t index = 0; index < m_topology.count(EntityKind::Port); ++index) {
            EntityRef port{EntityKind::Port, index};
            const EntityRef planned = m_topology.plannedPeer(port);
            const bool isSecond = planned.kind == EntityKind::Port && planned < port;
            if (!planned.isValid() || isSecond)
                continue;
            EntityRef far = planned;
            if (far.kind == EntityKind::Port && shouldReportFrom(far, port))
                std::swap(port, far);
            const EntityRef found = m_topology.wiredPeer(port);
            if (!found.isValid()) {
                m_unmatched[ownersOf(port, far)].push_back(port);
            } else if (isSameEnd(found, far)) {
                compareRates(port, found);
            } else {
                addFault(CablingFault::Kind::Moved, port, far, found);
            }
            if (found.isValid()) {
                m_used.insert(port);
                m_used.insert(found);
            }
        }
    }

    /// Links that could not be matched by port: devices with differently named ports, missing and extra links.
    void pairByOwners()
    {
        std::map<Owners, std::size_t> spare;
        std::vector<EntityRef> extra;
        for (std::uint32_t index = 0; index < m_topology.count(EntityKind::Port); ++index) {
            const EntityRef port{EntityKind::Port, index};
            const EntityRef found = m_topology.wiredPeer(port);
            const bool isSecond = found.kind == EntityKind::Port && found < port;
            if (!found.isValid() || isSecond || m_used.contains(port) || m_used.contains(found)
                || m_topology.plannedPeer(port).isValid()
                || (found.kind == EntityKind::Port && m_topology.plannedPeer(found).isValid()))
                continue;
            const Owners owners = ownersOf(port, found);
            const bool isStrict = m_sharingNames.contains(owners.first) && m_sharingNames.contains(owners.second);
            const auto wanted = m_unmatched.find(owners);
            if (!isStrict && wanted != m_unmatched.end() && spare[owners] < wanted->second.size())
                ++spare[owners];
            else
                extra.push_back(port);
        }
        for (const auto& [owners, ports] : m_unmatched) {
            const std::size_t met = spare[owners];
            m_check.agreeing += met;
            for (std::size_t at = met; at < ports.size(); ++at) {
                if (isExamined(owners))
                    addFault(CablingFault::Kind::Missing, ports[at], m_topology.plannedPeer(ports[at]), {});
                else
                    ++m_check.unseen;
            }
        }
        for (const EntityRef port : extra)
            addFault(CablingFault::Kind::Extra, port, {}, m_topology.wiredPeer(port));
    }

    /// Whether a link would have been discovered. If only other devices reported one end, the link may exist.
    [[nodiscard]] bool isExamined(const Owners& owners) const
    {
        return (m_seen.contains(owners.first) && m_seen.contains(owners.second)) || m_examined.contains(owners.first)
            || m_examined.contains(owners.second);
    }

    void compareRates(EntityRef port, EntityRef found)
    {
        const std::uint32_t planned = m_topology.plannedLink(port);
        const double wanted = planned == Topology::noLink ? 0 : m_topology.plan()->links[planned].rateGbps;
        const std::uint32_t wired = m_topology.wiredLink(port);
        double is = wired == Topology::noLink ? 0 : m_topology.plan()->wired[wired].rateGbps;
        if (m_rate)
            is = m_rate(port).value_or(m_rate(found).value_or(is));
        if (wanted > 0 && is > 0 && std::abs(is - wanted) > rateTolerance * wanted) {
            addFault(CablingFault::Kind::WrongRate, port, found, found);
            m_check.faults.back().plannedGbps = wanted;
            m_check.faults.back().foundGbps = is;
        } else {
            ++m_check.agreeing;
        }
    }

    void addFault(CablingFault::Kind kind, EntityRef port, EntityRef planned, EntityRef found)
    {
        const EntityRef far = found.isValid() ? found : planned;
        const bool isAtNode = ownerOf(port).kind == EntityKind::Node;
        // Reports the node's end, where a person can look first. A moved link is reported at the end that is unchanged.
        if (kind != CablingFault::Kind::Moved && !isAtNode && far.kind == EntityKind::Port
            && ownerOf(far).kind == EntityKind::Node) {
            const EntityRef near = std::exchange(port, far);
            planned = planned.isValid() ? near : planned;
            found = found.isValid() ? near : found;
        }
        m_check.faults.push_back({kind, port, planned, found});
    }

    const Topology& m_topology;
    const PortRate& m_rate;
    std::unordered_set<EntityRef> m_seen; ///< owners that any discovered link leads to
    std::unordered_set<EntityRef> m_examined; ///< owners whose links were all discovered
    std::unordered_set<EntityRef> m_sharingNames; ///< owners whose ports have the same names in plan and discovery
    std::unordered_set<EntityRef> m_used; ///< ports that were compared with the plan
    std::map<Owners, std::vector<EntityRef>> m_unmatched; ///< planned ports where nothing was discovered
    CablingCheck m_check;
};

std::string endWords(const Topology& topology, EntityRef end)
{
    if (!topology.contains(end))
        return "nothing";
    if (end.kind != EntityKind::Port)
        return topology.name(end);
    const EntityRef owner = topology.parent(end);
    const std::string ownerName = topology.contains(owner) ? topology.name(owner) : std::string();
    return fmt::format("{} {}{}", ownerName, owner.kind == EntityKind::Switch ? "port " : "", topology.name(end));
}

std::string rateWords(double gbps)
{
    return formatQuantity(gbps * bitsPerGigabit, Unit::BitsPerSecond);
}

} // namespace

CablingCheck checkCabling(const Topology& topology, const PortRate& rate)
{
    return CablingComparison(topology, rate).compare();
}

std::vector<std::string> linesOf(const CablingFault& fault, const Topology& topology)
{
    const std::string port = endWords(topology, fault.port);
    const std::string planned = endWords(topology, fault.planned);
    const std::string found = "connected to " + endWords(topology, fault.found);
    switch (fault.kind) {
    case CablingFault::Kind::Missing:
        return {port, "not connected", "planned: " + planned};
    case CablingFault::Kind::Moved:
        return {port, found, "planned: " + planned};
    case CablingFault::Kind::WrongRate:
        return {fmt::format("link from {} to {}", port, planned), "runs at " + rateWords(fault.foundGbps),
                "planned: " + rateWords(fault.plannedGbps)};
    case CablingFault::Kind::Extra:
        return {port, found, "no link is planned"};
    }
    return {};
}

} // namespace lockstep
