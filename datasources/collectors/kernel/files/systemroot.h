// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace lockstep {

/// Root of the kernel's file systems: "/" on a real machine, "/host" in a container, a fixture in a test. A plain
/// value.
class SystemRoot
{
public:
    explicit SystemRoot(std::string root = "/") : m_root(std::move(root))
    {
        while (m_root.ends_with('/'))
            m_root.pop_back();
    }

    /// Absolute path of @p below, which has no leading slash ("sys/class/net").
    [[nodiscard]] std::string path(std::string_view below) const
    {
        std::string full = m_root;
        full += '/';
        full += below;
        return full;
    }

private:
    std::string m_root; ///< without a slash at its end; empty for the real root
};

} // namespace lockstep
