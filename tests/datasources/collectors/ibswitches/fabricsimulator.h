// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace lockstep::test {

/// Debian's ibsim with two switches, leaf1 and spine1, linked by leaf1[5] and spine1[1], and nodes n001 and n002 at
/// leaf1[1] and [2]. opensm has assigned the addresses. Child processes connect to it.
class FabricSimulator
{
public:
    FabricSimulator();
    ~FabricSimulator();
    FabricSimulator(const FabricSimulator&) = delete;
    FabricSimulator& operator=(const FabricSimulator&) = delete;

    /// Why it cannot run here; empty: it can.
    [[nodiscard]] QString missing() const { return m_missing; }

    /// A command of its console: unlink "leaf1"[5]
    void say(const QByteArray& command);

private:
    [[nodiscard]] bool begin();
    [[nodiscard]] bool answers(const QString& program, const QStringList& arguments);

    QTemporaryDir m_folder;
    QString m_missing;
    QProcess m_server;
    QByteArray m_path; ///< of the environment, before
};

} // namespace lockstep::test
