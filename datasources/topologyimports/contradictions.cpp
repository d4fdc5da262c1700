// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/contradictions.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

std::string factKey(const std::string& who, std::string_view what)
{
    return fmt::format("{}\n{}", who, what);
}

} // namespace

std::size_t Contradictions::beginFile(std::string origin)
{
    m_origins.push_back(std::move(origin));
    return m_origins.size() - 1;
}

void Contradictions::leftOut(const Status& status, const std::string& who)
{
    if (!status.isOk())
        add(fmt::format("{} is omitted: {}", who, status.error().message));
}

std::string Contradictions::textOf(std::uint32_t number)
{
    return fmt::format("{}", number);
}

std::string Contradictions::textOf(float number)
{
    return fmt::format("{}", number);
}

std::string Contradictions::textOf(double number)
{
    return fmt::format("{}", number);
}

std::string Contradictions::textOf(const std::vector<std::string>& names)
{
    return fmt::format("{} entries", names.size());
}

void Contradictions::settled(const std::string& who, std::string_view what)
{
    m_saidBy[factKey(who, what)] = m_origins.size() - 1;
}

void Contradictions::differs(const std::string& who, std::string_view what, const std::string& ours,
                             const std::string& theirs)
{
    const auto settled = m_saidBy.find(factKey(who, what));
    const auto named = m_saidBy.find(who);
    const std::size_t by = settled != m_saidBy.end() ? settled->second : named != m_saidBy.end() ? named->second : 0;
    add(fmt::format("{}: {} is {} in {}, but {} in {}", who, what, ours, m_origins[by], theirs, origin()));
}

} // namespace lockstep
