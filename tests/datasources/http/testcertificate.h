// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

namespace lockstep::test {

/// A self-signed certificate for the loopback address, and its key, as PEM files.
class TestCertificate
{
public:
    /// @param folder for the two files
    /// @param lasts period of validity from now; negative: expired
    explicit TestCertificate(const std::string& folder, std::chrono::seconds lasts = std::chrono::hours(1));

    [[nodiscard]] const std::string& certificateFile() const { return m_certificateFile; }
    [[nodiscard]] const std::string& keyFile() const { return m_keyFile; }

private:
    std::string m_certificateFile;
    std::string m_keyFile;
};

} // namespace lockstep::test
