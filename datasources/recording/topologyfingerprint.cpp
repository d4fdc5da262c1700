// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/topologyfingerprint.h"

#include "datasources/clusterfile/plan/planwriter.h"

#include <bit>
#include <concepts>

namespace lockstep {

namespace {

/// http://www.isthe.com/chongo/tech/comp/fnv/
class Fnv
{
public:
    void add(std::string_view text)
    {
        add(text.size()); // so that boundaries between names count
        for (const char letter : text)
            addByte(static_cast<unsigned char>(letter));
    }
    void add(std::unsigned_integral auto number)
    {
        for (std::size_t byte = 0; byte < sizeof(std::uint64_t); ++byte)
            addByte(static_cast<unsigned char>(std::uint64_t{number} >> (8 * byte)));
    }
    void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
    void add(EntityRef ref)
    {
        add(static_cast<std::uint32_t>(ref.kind));
        add(ref.index);
    }
    [[nodiscard]] std::uint64_t sum() const { return m_sum; }

private:
    void addByte(unsigned char byte) { m_sum = (m_sum ^ byte) * 0x0000'0100'0000'01B3U; }

    std::uint64_t m_sum = 0xCBF2'9CE4'8422'2325U;
};

void addPlace(Fnv& fnv, const Topology& topology, EntityRef ref)
{
    if (ref.kind == EntityKind::Rack) {
        const RackPlace& place = topology.rackPlace(ref);
        fnv.add(place.row);
        fnv.add(place.positionInRow);
        fnv.add(place.x);
        fnv.add(place.z);
        fnv.add(place.heightUnits);
        fnv.add(std::uint32_t{place.isPlaced} | std::uint32_t{place.isTurned} << 1U);
    } else if (ref.kind == EntityKind::Node) {
        fnv.add(topology.nodePlace(ref).bottomUnit);
        fnv.add(topology.nodePlace(ref).heightUnits);
    } else if (ref.kind == EntityKind::Port) {
        fnv.add(topology.reportedPeer(ref));
    } else if (ref.kind == EntityKind::Loop) {
        for (const EntityRef rack : topology.served(ref))
            fnv.add(rack);
    }
}

} // namespace

std::int64_t fingerprintOf(const Topology& topology)
{
    Fnv fnv;
    fnv.add(topology.clusterName());
    if (topology.plan())
        fnv.add(writePlan(*topology.plan()));
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        const auto count = static_cast<std::uint32_t>(topology.count(static_cast<EntityKind>(kind)));
        fnv.add(count);
        for (std::uint32_t index = 0; index < count; ++index) {
            const EntityRef ref{static_cast<EntityKind>(kind), index};
            fnv.add(topology.name(ref));
            fnv.add(topology.parent(ref));
            addPlace(fnv, topology, ref);
        }
    }
    return static_cast<std::int64_t>(fnv.sum());
}

} // namespace lockstep
