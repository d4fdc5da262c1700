// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace lockstep {

/// The file that a process will write its trace to, in a folder that others can write to. libkineto appends the process
/// ID, which differs in a container.
class RecordedFile
{
public:
    static constexpr std::uint64_t largest = std::uint64_t{1} << 30U;

    /// @param name without its ending, unlike any other's
    RecordedFile(std::string folder, std::string name, uid_t owner);

    /// The path to pass to libkineto.
    [[nodiscard]] std::string path() const { return m_folder + "/" + m_name + ".json"; }

    /// Whether the file is complete: unchanged since the last call, and with its final character.
    [[nodiscard]] bool isDone();
    /// Of the file that isDone() has found. The caller's.
    [[nodiscard]] const FileDescriptor& file() const { return m_file; }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
    /// Takes it away, where that is allowed.
    void remove() const;

private:
    [[nodiscard]] bool open();

    std::string m_folder;
    std::string m_name;
    uid_t m_owner;
    std::string m_found; ///< its name
    FileDescriptor m_file;
    std::uint64_t m_bytes = 0;
    std::int64_t m_writtenNs = 0;
};

} // namespace lockstep
