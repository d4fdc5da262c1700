// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/incidents/incidentkey.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct Incident;

/// An operator's judgement of an alert. Acknowledging and shelving are not judgements but events, see
/// models/analysis/causality. A plain value.
struct Judgement
{
    enum class Verdict : std::uint8_t {
        Confirmed, ///< the alert is right
        Rejected, ///< the alert is wrong; text gives the reason
        Muted, ///< alerts of that kind at that place are silenced; text gives the reason
        Assigned, ///< text is the name of the assigned person
    };

    JudgementKey key;
    Verdict verdict = Verdict::Confirmed;
    std::string alert; ///< key of the alert
    std::string kind; ///< of the alert's cause
    std::string place; ///< of its first culprit, as in alerts: "cdu-1", "node-0017/gpu3"; empty: none
    std::string text;
    std::optional<TimePoint> until; ///< end of a mute; nullopt: until undone
    std::string author;
    TimePoint made;
    std::string origin; ///< bundle that claims author and time; empty: made here

    [[nodiscard]] bool isForeign() const { return !origin.empty(); }

    /// Calls @p visit(name, member pointer) for each editable field; names are stable.
    template <class Visit>
    static void forEachField(Visit&& visit)
    {
        visit("verdict", &Judgement::verdict);
        visit("alert", &Judgement::alert);
        visit("kind", &Judgement::kind);
        visit("place", &Judgement::place);
        visit("text", &Judgement::text);
        visit("until", &Judgement::until);
        visit("author", &Judgement::author);
        visit("made", &Judgement::made);
        visit("origin", &Judgement::origin);
    }
    friend bool operator==(const Judgement&, const Judgement&) = default;
};

/// Stable lower-case words ("rejected").
[[nodiscard]] std::string_view verdictName(Judgement::Verdict verdict);
[[nodiscard]] std::optional<Judgement::Verdict> verdictFromName(std::string_view name);

/// One sentence without the time: "rejected by ann: a test of the pump (from run7.lockstep, which claims so)".
[[nodiscard]] std::string judgementText(const Judgement& judgement);

/// Whether an incident has the judged kind as a tag and the judged place among its entities.
[[nodiscard]] bool appliesTo(const Judgement& judgement, const Incident& incident);

using Judgements = std::map<JudgementKey, Judgement>;

/// Judgements of an alert: those made here first, then the latest first. A mute applies to all alerts of its kind at
/// its place until it ends.
[[nodiscard]] std::vector<Judgement> judgementsOf(const Judgements& all, const std::string& alert,
                                                  const std::string& kind, const std::vector<std::string>& places,
                                                  TimePoint moment);

} // namespace lockstep
