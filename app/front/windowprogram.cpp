// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/front/windowprogram.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <unistd.h>

namespace lockstep {

Result<std::filesystem::path> windowProgramBeside(const std::filesystem::path& program)
{
    const std::filesystem::path window = program.parent_path() / windowProgramName;
    if (::access(window.c_str(), X_OK) != 0)
        return Error{fmt::format("{}: {}; expected the window program in the same folder as {}", window.string(),
                                 std::strerror(errno), program.filename().string())};
    return window;
}

Error execWindowProgram(char* const* arguments)
{
    std::error_code failure;
    // Not argv[0], which may be a plain name or a symbolic link.
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
    if (failure)
        return Error{"/proc/self/exe: " + failure.message()};
    const auto window = windowProgramBeside(self);
    if (!window.isOk())
        return window.error();
    // Keeps argv[0], which desktops use to group windows and which messages contain.
    ::execv(window.value().c_str(), arguments);
    return Error{fmt::format("{}: {}", window.value().string(), std::strerror(errno))};
}

} // namespace lockstep
