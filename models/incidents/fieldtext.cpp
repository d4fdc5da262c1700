// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/fieldtext.h"

#include "models/core/units.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

std::string textOf(const std::string& value)
{
    return value;
}

std::string textOf(std::optional<double> value)
{
    return value ? fmt::format("{}", *value) : std::string();
}

std::string textOf(Severity value)
{
    return std::string(severityName(value));
}

std::string textOf(IncidentState value)
{
    return std::string(incidentStateName(value));
}

std::string textOf(IncidentKey value)
{
    return value.isValid() ? keyText(value.value) : std::string();
}

/// Empty for the epoch, which means that the time is not set.
std::string textOf(TimePoint value)
{
    return value == TimePoint{} ? std::string() : formatUtc(value, 9);
}

std::string textOf(TimeRange value)
{
    return value == TimeRange{} ? std::string()
                                : fmt::format("{} / {}", formatUtc(value.from, 9), formatUtc(value.to, 9));
}

std::string textOf(const EntityName& value)
{
    return fmt::format("{} {}", entityKindName(value.kind), value.path);
}

std::string textOf(const IncidentAction& value)
{
    return fmt::format("[{}] {}{}{}", value.isDone ? 'x' : ' ', value.text, value.owner.empty() ? "" : " @",
                       value.owner);
}

std::string textOf(const IncidentResponder& value)
{
    return value.role.empty() ? value.name : value.role + ": " + value.name;
}

template <class T>
std::string textOf(const std::vector<T>& values)
{
    std::string text;
    for (const T& value : values) {
        if (!text.empty())
            text += '\n';
        text += textOf(value);
    }
    return text;
}

template <HasFields T>
void collect(const T& before, const T& after, const std::string& prefix, std::vector<FieldChange>& changes)
{
    T::forEachField([&](const char* name, auto member) {
        if (before.*member == after.*member)
            return;
        if constexpr (HasFields<std::remove_cvref_t<decltype(before.*member)>>)
            collect(before.*member, after.*member, prefix + name + '.', changes);
        else
            changes.push_back({prefix + name, textOf(before.*member), textOf(after.*member)});
    });
}

template <HasFields T>
std::vector<FieldChange> changesOf(const Edit<T>& edit)
{
    std::vector<FieldChange> changes;
    collect(edit.before.value_or(T{}), edit.after.value_or(T{}), {}, changes);
    return changes;
}

} // namespace

std::vector<FieldChange> fieldChanges(const Edit<Incident>& edit)
{
    return changesOf(edit);
}

std::vector<FieldChange> fieldChanges(const Edit<Annotation>& edit)
{
    return changesOf(edit);
}

} // namespace lockstep
