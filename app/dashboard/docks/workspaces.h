// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace lockstep {

class DockHost;
class Settings;

/// Five dock arrangements, Ctrl+1 to Ctrl+5. Each has a default and keeps the user's changes. GUI thread; owned by the
/// main window.
class Workspaces : public QObject
{
    Q_OBJECT

public:
    static constexpr int count = 5;
    static constexpr int watch = 0; ///< indices of the workspaces
    static constexpr int sync = 2;
    static constexpr int incident = 3;
    static constexpr int wall = 4;

    Workspaces(DockHost& docks, Settings& settings, QObject* parent = nullptr);

    [[nodiscard]] static QString name(int workspace); ///< 0 to 4: "Watch", "Fabric", "Sync", "Incident", "Wall"
    [[nodiscard]] int current() const { return m_current; }

    /// Saves the current arrangement and shows another one.
    void show(int workspace);
    /// Resets the current arrangement to its default.
    void reset();
    /// Saves the current arrangement; call before closing.
    void save();

Q_SIGNALS:
    void aboutToShow(int workspace); ///< emitted first, to give the window the size saved with the workspace
    void shown(int workspace);

private:
    void restore();

    DockHost& m_docks;
    Settings& m_settings;
    int m_current = -1;
};

} // namespace lockstep
