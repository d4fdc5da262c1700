// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include <optional>

namespace lockstep {

/// Provides a QCoreApplication to commands without a window, because analyses use signals. Created only if none exists.
/// Main thread.
class HeadlessApplication
{
public:
    HeadlessApplication()
    {
        if (QCoreApplication::instance() == nullptr)
            m_application.emplace(m_argumentCount, m_arguments);
    }

private:
    int m_argumentCount = 1;
    char m_name[9] = "lockstep";
    char* m_arguments[2] = {m_name, nullptr};
    std::optional<QCoreApplication> m_application;
};

} // namespace lockstep
