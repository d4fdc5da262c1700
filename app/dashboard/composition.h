// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/comparisoncontroller.h"
#include "app/session/exercise/exercisecontroller.h"
#include "app/session/incidents/evidencegatherer.h"
#include "app/session/incidents/incidentarchive.h"
#include "app/session/opening/sessionopener.h"
#include "app/session/session.h"
#include "models/analysis/causality/runbooks.h"
#include "models/analysis/causality/storecoverage.h"
#include "models/core/ids.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/view/colour/theme.h"
#include "models/view/ratesettings.h"
#include "models/view/selection.h"
#include "models/view/viewcontext.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace lockstep {

struct StartOptions;

class ClusterModel;
class Selection;

/// Selects an initial metric as soon as metrics are available: GPU temperature, or CPU utilisation if there are no
/// GPUs. Chooses again while sources connect, but never overrides the user's choice. GUI thread; owned by the
/// composition.
class FirstMetric : public QObject
{
    Q_OBJECT

public:
    FirstMetric(const ClusterModel& cluster, Selection& selection, QObject* parent = nullptr);

private:
    void choose();

    const ClusterModel& m_cluster;
    Selection& m_selection;
    MetricId m_chosen; ///< metric chosen here; invalid: none yet
    QDeadlineTimer m_end{QDeadlineTimer::Forever}; ///< until when sources may still connect
};

/// Owns the objects that handle incidents, so that they are destroyed in the right order. A member of the composition.
class IncidentController
{
public:
    IncidentController(const StartOptions& options, const ClusterModel& cluster);

    [[nodiscard]] IncidentWorkspace& workspace() { return m_workspace; }
    [[nodiscard]] IncidentArchive& archive() { return m_archive; }
    [[nodiscard]] EvidenceGatherer& evidence() { return m_evidence; }

private:
    IncidentWorkspace m_workspace;
    IncidentArchive m_archive;
    EvidenceGatherer m_evidence;
};

/// The objects behind a window: one session, and the objects that its views share. Only connects them. Opening another
/// source creates a new composition. GUI thread; owned by the dashboard run, outlives the window.
class Composition : public QObject
{
    Q_OBJECT

public:
    /// Starts with a live session that has no sources.
    explicit Composition(const StartOptions& options);
    Composition(const StartOptions& options, std::unique_ptr<Session> session);
    ~Composition() override;

    /// Context handed to every view.
    [[nodiscard]] ViewContext viewContext()
    {
        return {m_session->cluster(),
                m_session->time(),
                m_selection,
                m_theme,
                m_session->frames(),
                &m_session->pipeline().sync(),
                &m_incidents.workspace(),
                &m_session->player(),
                &m_session->pipeline().fabric(),
                &m_compare.comparison(),
                &m_session->alerts(),
                &m_rates,
                &m_session->learned(),
                &m_runbooks,
                &m_coverage};
    }

    [[nodiscard]] Session& session() { return *m_session; }
    [[nodiscard]] const Session& session() const { return *m_session; }
    [[nodiscard]] SessionOpener& opener() { return m_opener; }
    [[nodiscard]] const ClusterModel& cluster() const { return std::as_const(*m_session).cluster(); }
    [[nodiscard]] TimeWindow& time() { return m_session->time(); }
    [[nodiscard]] Selection& selection() { return m_selection; }
    [[nodiscard]] Theme& theme() { return m_theme; }
    [[nodiscard]] RateSettings& rates() { return m_rates; }
    [[nodiscard]] ComparisonController& compare() { return m_compare; }
    [[nodiscard]] ExerciseController& exercise() { return m_exercise; }
    [[nodiscard]] IncidentController& incidents() { return m_incidents; }

    /// Starts the session with the opened source. Call once the window is connected.
    void begin(const Opening& opening);
    /// Imports the bundle that bundleDiffers() asked about.
    void takeBundle(const QString& path, BundleChoice choice);
    void close(); ///< opens an empty composition
    void reconnect(); ///< reconnects to the same agents at once

Q_SIGNALS:
    /// Another source was opened and needs a new composition.
    void replaced(const std::shared_ptr<lockstep::Opening>& opening);
    void noted(const QString& message); ///< for information; not an error
    void failed(const QString& message);
    void bundleDiffers(const QString& path, const lockstep::BundlePlan& plan); ///< nothing has been imported yet
    void bundleOpened(); ///< its first incident is open, and its time is shown

private:
    void take(const std::shared_ptr<Opening>& opening);
    void connectParts();
    void showPlace(const std::optional<TimeWindow::Place>& place);
    void swapRecordings(const QString& path, qint64 shift);
    void showBundle(const Incident& first);

    std::unique_ptr<Session> m_session; ///< destroyed last
    Selection m_selection;
    Theme m_theme;
    RateSettings m_rates;
    Runbooks m_runbooks;
    StoreCoverage m_coverage{std::as_const(*m_session).cluster().store()};
    FirstMetric m_firstMetric;
    IncidentController m_incidents;
    ComparisonController m_compare;
    ExerciseController m_exercise;
    SessionOpener m_opener;
    std::optional<BundleChoice> m_bundleChoice; ///< nullopt: ask through bundleDiffers()
};

} // namespace lockstep
