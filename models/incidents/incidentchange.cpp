// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/incidentchange.h"

#include <utility>

namespace lockstep {

namespace {

template <class T>
void turnAround(std::vector<Edit<T>>& edits)
{
    for (Edit<T>& edit : edits)
        std::swap(edit.before, edit.after);
    std::ranges::reverse(edits);
}

template <class T>
bool continues(const std::vector<Edit<T>>& earlier, const std::vector<Edit<T>>& later)
{
    return earlier.size() == 1 && later.size() == 1 && earlier.front().after && later.front().before
        && later.front().after && earlier.front().after == later.front().before;
}

} // namespace

IncidentChange inverse(const IncidentChange& change)
{
    IncidentChange back = change;
    turnAround(back.incidents);
    turnAround(back.annotations);
    turnAround(back.links);
    turnAround(back.attachments);
    turnAround(back.judgements);
    turnAround(back.responses);
    return back;
}

bool joinTyping(IncidentChange& earlier, const IncidentChange& later)
{
    const auto onlyTexts = [](const IncidentChange& change) {
        return change.links.empty() && change.attachments.empty() && change.judgements.empty()
            && change.responses.empty() && change.incidents.size() + change.annotations.size() == 1;
    };
    if (earlier.text != later.text || !onlyTexts(earlier) || !onlyTexts(later))
        return false;
    if (continues(earlier.incidents, later.incidents))
        earlier.incidents.front().after = later.incidents.front().after;
    else if (continues(earlier.annotations, later.annotations))
        earlier.annotations.front().after = later.annotations.front().after;
    else
        return false;
    return true;
}

} // namespace lockstep
