// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/topology.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// What needs an operator, as it stands at a moment: all warnings and worse of one code in one rack, or of a thing that
/// stands in none.
struct PlaceAlert
{
    enum class State : std::uint8_t {
        Active, ///< nobody has taken note of it
        Acknowledged, ///< it goes on, and somebody knows
        Cleared, ///< over, for so short a time that it is still shown
    };

    EntityRef place; ///< the rack, or what stands in none; with the code the alert's name
    std::string code;
    EntityRef entity; ///< the worst part
    Severity severity = Severity::Warning; ///< the worst since it began
    std::string text; ///< of the worst event
    State state = State::Active;
    TimePoint since; ///< when it began
    TimePoint until; ///< when it was over; while it goes on, its latest event
    std::uint32_t events = 0;
    std::uint32_t parts = 0; ///< that it is about now

    friend bool operator==(const PlaceAlert&, const PlaceAlert&) = default;
};

/// Turns events into alerts that have a state at any moment: they begin with a warning, become worse, are acknowledged,
/// and are over. An event of the same code that only informs says that it is over ("port.up" of "port.down"); what no
/// event ends is over ten minutes after its latest. Events may come in any order and more than once.
///
/// Bounded: no place can take room from another, and within a place no node from its neighbours. A plain value; owned
/// by the store, GUI thread.
class AlertLog
{
public:
    /// For how long after its end an alert is still shown, and how long one lasts that nothing ends.
    static constexpr Duration shownAfterEnd = std::chrono::minutes(10);
    static constexpr Duration lastsUnlessEnded = std::chrono::minutes(10);
    static constexpr std::size_t codesAPlace = 32;
    static constexpr std::size_t marksACode = 256; ///< the oldest of the node that has the most leave

    void add(const Topology& topology, EntityRef entity, const Event& event);
    void clear();

    /// Alerts at a moment, the most pressing first: active, acknowledged, cleared; then the worst; then the one that
    /// began first, as a cause begins before what follows from it.
    [[nodiscard]] std::vector<PlaceAlert> at(TimePoint moment, const Topology& topology) const;
    /// Grows with whatever at() could tell anew.
    [[nodiscard]] std::uint64_t version() const { return m_version; }

    /// The event that says an operator has taken note of an alert. It is recorded like any other.
    [[nodiscard]] static Event acknowledgement(const PlaceAlert& alert, TimePoint now);

private:
    struct Mark
    {
        enum class Kind : std::uint8_t { Raised, Ended, Acknowledged };

        TimePoint time;
        Kind kind = Kind::Raised;
        EntityRef entity;
        Severity severity = Severity::Information;
        std::string text;
        friend bool operator==(const Mark&, const Mark&) = default;
    };
    using Marks = std::vector<Mark>; ///< in order of time
    using Codes = std::map<std::string, Marks, std::less<>>;

    [[nodiscard]] static bool makeRoom(Codes& codes, EntityRef owner, const Topology& topology);
    static void dropOldestOfLoudest(Marks& marks, const Topology& topology);
    [[nodiscard]] static std::optional<PlaceAlert> foldedUpTo(TimePoint moment, const Marks& marks,
                                                              const std::string& code, EntityRef place,
                                                              const Topology& topology);

    std::map<EntityRef, Codes> m_places;
    std::uint64_t m_version = 0;
};

} // namespace lockstep
