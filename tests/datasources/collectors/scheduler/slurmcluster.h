// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace lockstep::test {

/// Debian's own Slurm on loopback: munged, slurmctld, two slurmd called n1 and n2 with four GPUs each (which are
/// terminals), and slurmrestd on a socket, with Lockstep's task prolog and job epilog. For one test; all processes end
/// with it. GUI thread.
class SlurmCluster
{
public:
    SlurmCluster();
    ~SlurmCluster();
    SlurmCluster(const SlurmCluster&) = delete;
    SlurmCluster& operator=(const SlurmCluster&) = delete;

    /// Starts all daemons. @return why that is impossible here (not installed, no privileges); empty: it runs
    [[nodiscard]] QString start();

    [[nodiscard]] QString configuration() const { return m_folder.filePath(QStringLiteral("slurm.conf")); }
    [[nodiscard]] QString socket() const { return m_folder.filePath(QStringLiteral("rest/slurmrestd.socket")); }
    /// Runs a Slurm command. @return its output; aborts the test program on failure
    QString run(const QString& program, const QStringList& arguments) const;
    /// Stops slurmrestd, as when it is replaced.
    void stopRest();
    void startRest();

private:
    [[nodiscard]] QString write();
    [[nodiscard]] QProcess& launch(const QString& program, const QStringList& arguments);
    [[nodiscard]] QString lastWords(const QString& log) const;

    QTemporaryDir m_folder;
    std::vector<std::unique_ptr<QProcess>> m_programs; ///< in the order in which they were started
    QProcess* m_rest = nullptr;
};

} // namespace lockstep::test
