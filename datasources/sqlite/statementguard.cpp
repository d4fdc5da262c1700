// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/statementguard.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace lockstep {

StatementGuard::StatementGuard(std::string path) : m_path(std::move(path)) { }

StatementUse* StatementGuard::begin(StatementUse* use)
{
    return std::exchange(m_running, use);
}

void StatementGuard::measure()
{
    m_fileBytes = 0;
    for (const char* const part : {"", "-wal"}) {
        std::error_code error;
        const auto bytes = std::filesystem::file_size(m_path + part, error);
        m_fileBytes += error ? 0 : bytes;
    }
}

bool StatementGuard::isWithin(const StatementUse& use) const
{
    const std::uint64_t bytes = m_fileBytes + freeBytes;
    return use.rows <= bytes / minBytesOfRow && use.bytes <= looksAtByte * bytes
        && use.steps <= freeSteps + stepsPerByte * m_fileBytes;
}

Status StatementGuard::mayGoOn(const StatementUse& use)
{
    if (m_stop.stop_requested())
        return reason();
    if (isWithin(use) || m_path == ":memory:")
        return success();
    measure(); // it may have grown, or was never measured
    return isWithin(use) ? success() : Status(reason());
}

bool StatementGuard::endsAfterMore()
{
    if (m_stop.stop_requested())
        return true;
    if (!m_running)
        return false;
    m_running->steps += stepsPerLook;
    return !mayGoOn(*m_running).isOk();
}

Error StatementGuard::reason() const
{
    if (m_stop.stop_requested())
        return {fmt::format("{}: reading was given up", m_path)};
    return {fmt::format("{}: reading it takes more than a file of {} bytes can hold; it is damaged or malicious",
                        m_path, m_fileBytes)};
}

} // namespace lockstep
