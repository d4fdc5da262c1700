// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A file below /proc or /sys that is read every tick or faster. Stays open and is read with pread, which halves the
/// cost; reopened at the next read if it is gone. One thread at a time; owned by a collector.
class KernelFile
{
public:
    KernelFile() = default;
    explicit KernelFile(std::string path) : m_path(std::move(path)) { }

    [[nodiscard]] const std::string& path() const { return m_path; }

    /// Its current text in @p buffer, which only grows; empty if it cannot be read. Valid until the buffer is used
    /// again.
    [[nodiscard]] std::string_view read(std::string& buffer);

    /// Its content as a number, decimal or hexadecimal with 0x; nullopt for other text ("N/A (no PMA)").
    [[nodiscard]] std::optional<std::uint64_t> readCount();
    [[nodiscard]] std::optional<std::int64_t> readNumber();

private:
    std::string_view readShort(char* text, std::size_t size);
    bool open();

    std::string m_path;
    FileDescriptor m_file;
};

/// @name Single reads for detection. Missing or unreadable files are empty, never an error.
/// @{
[[nodiscard]] bool pathExists(const std::string& path);
[[nodiscard]] std::vector<std::string> entriesOf(const std::string& directory); ///< names, in natural order (2 < 10)
[[nodiscard]] std::string readLine(const std::string& path); ///< first line, without blanks around it
[[nodiscard]] std::optional<std::int64_t> readNumber(const std::string& path);
/// @}

} // namespace lockstep
