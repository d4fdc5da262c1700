// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep {

/// Access rights of a new file.
enum class Readers : std::uint8_t {
    Umask, ///< according to the user's umask
    Owner, ///< only the owner, for private data
};

/// Writes a file that a user named, atomically: the data goes to a new file with a random name in the same folder,
/// which is renamed when it is complete. Devices and pipes are written to directly. A symbolic link is followed only if
/// it belongs to this user or root, so that others cannot redirect the output. Movable.
class OutputFile
{
public:
    [[nodiscard]] static Result<OutputFile> create(const std::string& path, Readers readers = Readers::Umask);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile(); ///< removes the file unless committed

    [[nodiscard]] int descriptor() const { return m_file.get(); }
    [[nodiscard]] Status write(std::string_view bytes);
    /// Renames the file to its final name. Nothing can be written afterwards.
    [[nodiscard]] Status commit();

private:
    OutputFile(std::string path, std::string temporary, FileDescriptor file)
        : m_path(std::move(path)), m_temporary(std::move(temporary)), m_file(std::move(file))
    { }

    [[nodiscard]] Error failed() const; ///< with errno's reason

    std::string m_path;
    std::string m_temporary; ///< empty: written directly, or already renamed
    FileDescriptor m_file;
};

/// Writes and commits a text.
[[nodiscard]] Status writeOutput(const std::string& path, std::string_view text, Readers readers = Readers::Umask);

} // namespace lockstep
