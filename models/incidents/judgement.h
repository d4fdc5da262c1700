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
        Confirmed, ///< it is as the alert says
        Rejected, ///< it is not; text says why
        Muted, ///< alerts of that kind at that place are silenced; text gives the reason
        Assigned, ///< text is who looks after it
    };

    JudgementKey key;
    Verdict verdict = Verdict::Confirmed;
    std::string alert; ///< key of the alert that it was made of
    std::string kind; ///< of its cause
    std::string place; ///< of its first culprit, as alerts name it: "cdu-1", "node-0017/gpu3"; empty: it named none
    std::string text;
    std::optional<TimePoint> until; ///< end of a mute; nullopt: until undone
    std::string author;
    TimePoint made;
    std::string origin; ///< bundle that it came in, which claims author and time; empty: it was made here

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

/// In a sentence without its time: "rejected by ann: a test of the pump (from run7.lockstep, which claims so)".
[[nodiscard]] std::string judgementText(const Judgement& judgement);

/// Whether what was judged is what an incident is about: a kind among its tags, at a place among its entities.
[[nodiscard]] bool isAbout(const Judgement& judgement, const Incident& incident);

using Judgements = std::map<JudgementKey, Judgement>;

/// Those of an alert, the latest first; of those that were made here before those that were not. Mutes count for
/// whatever is of their kind at their place while they last.
[[nodiscard]] std::vector<Judgement> judgementsOf(const Judgements& all, const std::string& alert,
                                                  const std::string& kind, const std::vector<std::string>& places,
                                                  TimePoint moment);

} // namespace lockstep
