// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/docks/workspaces.h"

#include "app/dashboard/docks/arrangements.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/session/settings.h"

namespace lockstep {

Workspaces::Workspaces(DockHost& docks, Settings& settings, QObject* parent)
    : QObject(parent), m_docks(docks), m_settings(settings)
{ }

QString Workspaces::name(int workspace)
{
    static const std::array<const char*, count> names
        = {QT_TR_NOOP("Watch"), QT_TR_NOOP("Fabric"), QT_TR_NOOP("Sync"), QT_TR_NOOP("Incident"), QT_TR_NOOP("Wall")};
    return tr(names.at(static_cast<std::size_t>(workspace)));
}

void Workspaces::show(int workspace)
{
    if (workspace == m_current)
        return;
    save();
    m_current = workspace;
    Q_EMIT aboutToShow(workspace);
    const QByteArray saved = m_settings.workspaceState(workspace);
    // A state saved by another version of the docks is refused by Qt; then the design stands.
    if (saved.isEmpty() || !m_docks.restoreState(saved, Settings::workspaceVersion))
        arrange(workspace);
    m_settings.setWorkspace(workspace);
    Q_EMIT shown(workspace);
}

void Workspaces::reset()
{
    if (m_current >= 0)
        arrange(m_current);
}

void Workspaces::save()
{
    if (m_current >= 0)
        m_settings.setWorkspaceState(m_current, m_docks.saveState(Settings::workspaceVersion));
}

void Workspaces::arrange(int workspace)
{
    applyArrangement(m_docks, workspace);
}

} // namespace lockstep

#include "moc_workspaces.cpp"
