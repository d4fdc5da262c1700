// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/edges.h"

#include <algorithm>

namespace lockstep::test {

namespace {

/// Rooms with domain models and analyses.
const QList<Edges>& edgesOfModels()
{
    static const QString base = u"models/core"_qs;
    static const QString core = u"models/core/**"_qs;
    static const QString ingest = u"models/ingest"_qs;
    static const QString store = u"models/store/**"_qs;
    static const QString view = u"models/view/**"_qs;
    static const QString matching = u"models/analysis/sync/matching"_qs;
    static const QString trace = u"models/analysis/sync/trace"_qs;
    static const QString whatIf = u"models/analysis/sync/whatif"_qs;
    static const QString usual = u"models/analysis/detect/baseline"_qs;
    static const QString physics = u"models/simulation/physics"_qs;
    static const QString cluster = u"models/simulation/cluster"_qs;
    static const QString fabric = u"models/simulation/fabric"_qs;
    static const QList<Edges> edges{
        {"models/core/codec", {base}},
        {"models/core/metrics", {base}},
        {"models/core/topology", {base}},
        {"models/core/work", {base}},
        {"models/core", {}},
        {"models/ingest", {core}},
        {"models/store/columns", {core, ingest}},
        {"models/store/events", {core, ingest}},
        {"models/store/spans", {core, ingest}},
        {"models/store", {core, ingest, store}},
        {"models/analysis/sync/matching", {core}},
        {"models/analysis/sync/trace", {core}},
        {"models/analysis/sync/whatif", {core, matching, trace}},
        {"models/analysis/sync/tracking/steps", {core, matching, u"models/analysis/goodput"_qs}},
        {"models/analysis/sync/tracking", {core, matching, whatIf, u"models/analysis/sync/tracking/steps"_qs}},
        {"models/analysis/sync/live",
         {core, ingest, store, u"models/analysis/sync/*"_qs, u"models/analysis/sync/tracking/steps"_qs, usual}},
        {"models/analysis/goodput", {core}},
        {"models/analysis/drain", {core, ingest, u"models/analysis/goodput"_qs, u"models/analysis/causality"_qs}},
        {"models/analysis/moment", {core, ingest, store, u"models/analysis/*"_qs}},
        {"models/analysis/detect/baseline", {core, ingest, store}},
        {"models/analysis/detect/watch", {core, ingest, store, usual}},
        {"models/analysis/detect", {core, ingest, store, u"models/analysis/detect/*"_qs}},
        {"models/analysis", {core, ingest, store, matching, u"models/analysis/detect/*"_qs}},
        {"models/pipeline", {core, ingest, store, u"models/analysis/*"_qs}},
        {"models/simulation/physics", {core}},
        {"models/simulation/cluster", {core, physics}},
        {"models/simulation/facility", {core, physics, cluster}},
        {"models/simulation/fabric", {core, physics, cluster}},
        {"models/simulation/jobs", {core, physics, cluster, fabric}},
        {"models/simulation/faults",
         {core, physics, cluster, fabric, u"models/simulation/facility"_qs, u"models/simulation/jobs"_qs}},
        {"models/simulation", {core, u"models/simulation/*"_qs}},
        {"models/incidents/workspace", {core, u"models/incidents"_qs, u"models/items"_qs, view}},
        {"models/incidents", {core}},
        {"models/view/time", {core, ingest, store}},
        {"models/view/colour", {core, ingest, store}},
        {"models/view/comparison", {core, ingest, store}},
        {"models/view", {core, ingest, store, view}},
        {"models/items", {core, ingest, store, u"models/analysis/causality"_qs, u"models/incidents"_qs, view}},
    };
    return edges;
}

/// Sources and sinks of batches: may use plain C++ rooms only; the store and the item models are for the dashboard.
const QList<Edges>& edgesOfDatasources()
{
    static const QString core = u"models/core/**"_qs;
    static const QString ingest = u"models/ingest"_qs;
    static const QString proto = u"datasources/proto"_qs;
    static const QString text = u"datasources/text"_qs;
    static const QString collectors = u"datasources/collectors"_qs;
    static const QString kernelFiles = u"datasources/collectors/kernel/files"_qs;
    static const QString jobInbox = u"datasources/collectors/jobs/inbox"_qs;
    static const QString sqlite = u"datasources/sqlite"_qs;
    static const QString plan = u"datasources/clusterfile/plan"_qs;
    static const QString recording = u"datasources/recording"_qs;
    static const QString matching = u"models/analysis/sync/matching"_qs;
    static const QString trace = u"models/analysis/sync/trace"_qs;
    static const QString pieces = u"datasources/traces/pieces"_qs;
    static const QList<Edges> edges{
        {"datasources/text", {core}},
        {"datasources/http", {core, text}},
        {"datasources/proto/gnmi", {}},
        {"datasources/proto", {core, text}},
        {"datasources/agentclient/policies", {core, proto}},
        {"datasources/agentclient/decoding", {core, text, proto, u"datasources/agentclient/policies"_qs}},
        {"datasources/agentclient", {core, text, proto, u"datasources/agentclient/*"_qs}},
        {"datasources/agentservice/admission", {core, text, proto}},
        {"datasources/agentservice/hub", {core, proto}},
        {"datasources/agentservice", {core, text, proto, u"datasources/agentservice/*"_qs}},
        {"datasources/relay",
         {core, proto, u"datasources/agentclient"_qs, u"datasources/agentservice"_qs,
          u"datasources/agentservice/hub"_qs}},
        {"datasources/clusterfile/plan", {core, text}},
        {"datasources/clusterfile",
         {core, text, proto, plan, u"datasources/agentclient"_qs, u"models/simulation/cluster"_qs}},
        {"datasources/topologyimports/formats", {core, text}},
        {"datasources/topologyimports",
         {core, text, plan, u"datasources/agentclient"_qs, u"datasources/clusterfile"_qs,
          u"datasources/topologyimports/formats"_qs}},
        {"datasources/selftest", {core, text}},
        {"datasources/collectors/kernel/files", {core, text}},
        {"datasources/collectors/kernel/sensors", {core, text, collectors, kernelFiles}},
        {"datasources/collectors/kernel", {core, text, collectors, kernelFiles}},
        {"datasources/collectors/nvidia", {core, text, collectors, kernelFiles}},
        {"datasources/collectors/infiniband", {core, collectors, kernelFiles}},
        {"datasources/ncclplugin", {}},
        {"datasources/collectors/jobs/inbox", {core, text, kernelFiles}},
        {"datasources/collectors/jobs", {core, text, collectors, jobInbox, kernelFiles}},
        {"datasources/collectors/ras", {core, text, collectors}},
        {"datasources/collectors/kineto", {core, text, u"datasources/collectors/jobs"_qs, jobInbox}},
        {"datasources/collectors/dumps",
         {core, text, collectors, matching, trace, pieces, u"datasources/traces/formats"_qs}},
        {"datasources/collectors/facility", {core, text, collectors}},
        {"datasources/collectors/modbus", {core, text, collectors, u"datasources/collectors/facility"_qs}},
        {"datasources/collectors/snmp", {core, text, collectors, u"datasources/collectors/facility"_qs}},
        {"datasources/collectors/ipmi", {core, text, collectors, u"datasources/collectors/facility"_qs}},
        {"datasources/collectors/ibswitches",
         {core, text, collectors, u"datasources/collectors/facility"_qs, u"datasources/collectors/infiniband"_qs,
          u"datasources/topologyimports/formats"_qs}},
        {"datasources/collectors/redfish",
         {core, text, collectors, u"datasources/collectors/facility"_qs, u"datasources/http"_qs}},
        {"datasources/collectors/serving",
         {core, text, collectors, u"datasources/collectors/facility"_qs, u"datasources/exporters"_qs,
          u"datasources/http"_qs}},
        {"datasources/collectors/gnmi",
         {core, text, proto, u"datasources/proto/gnmi"_qs, plan, collectors, u"datasources/collectors/facility"_qs}},
        {"datasources/collectors/scheduler", {core, text, collectors, u"datasources/http"_qs}},
        {"datasources/collectors/selftest",
         {core, text, collectors, u"datasources/selftest"_qs, u"datasources/collectors/kernel"_qs, kernelFiles}},
        {"datasources/collectors/nccl",
         {core, text, collectors, u"datasources/collectors/jobs"_qs, u"datasources/ncclplugin"_qs}},
        {"datasources/collectors/sampling",
         {core, text, collectors, u"datasources/collectors/*"_qs, u"datasources/selftest"_qs,
          u"datasources/agentservice"_qs, u"datasources/agentservice/hub"_qs}},
        {"datasources/collectors", {core}},
        {"datasources/traces/pieces", {core}},
        {"datasources/traces/trees", {core, pieces}},
        {"datasources/traces/formats", {core, text, pieces, u"datasources/traces/trees"_qs, matching, trace}},
        {"datasources/traces/spans", {core, u"datasources/traces/formats"_qs, matching, trace}},
        {"datasources/sqlite", {core}},
        {"datasources/recording", {core, ingest, sqlite, plan, text}},
        {"datasources/notifiers", {core, text, u"datasources/http"_qs}},
        {"datasources/exporters", {core, text}},
        {"datasources/metricsservice",
         {core, text, proto, u"datasources/exporters"_qs, u"datasources/agentservice"_qs,
          u"datasources/agentservice/admission"_qs}},
        {"datasources/imports", {core, ingest, recording, u"datasources/exporters"_qs}},
        {"datasources/prometheus",
         {core, ingest, text, collectors, u"datasources/exporters"_qs, u"datasources/http"_qs,
          u"datasources/agentclient/policies"_qs}},
        {"datasources/incidents", {core, u"models/incidents"_qs, sqlite, recording}},
        {"datasources/reports",
         {core, u"models/analysis/goodput"_qs, u"models/incidents"_qs, u"datasources/incidents"_qs,
          u"datasources/text"_qs}},
    };
    return edges;
}

/// Views and programs. Headless programs include no widget.
const QList<Edges>& edgesOfViewsAndPrograms()
{
    static const QString models = u"models/*"_qs;
    static const QString datasources = u"datasources/*"_qs;
    static const QString widgets = u"widgets/*"_qs;
    static const QString session = u"app/session"_qs;
    static const QString sessionParts = u"app/session/*"_qs;
    static const QString hallGeometry = u"views3d/geometry"_qs;
    static const QString hallValues = u"views3d/values"_qs;
    static const QList<Edges> edges{
        {"widgets/common/canvas", {models, u"widgets/common"_qs}},
        {"widgets/common", {models}},
        {"widgets/panels/header", {models, u"widgets/common/**"_qs}},
        {"widgets/panels/palette", {models, u"widgets/common"_qs}},
        {"widgets", {models, widgets}},
        {"views3d/geometry", {models}},
        {"views3d/values", {models, hallGeometry}},
        {"views3d/render", {models, hallGeometry, hallValues}},
        {"views3d/overlay", {models, hallGeometry, hallValues}},
        {"views3d/input", {models, hallGeometry, hallValues}},
        {"views3d", {models, u"views3d/*"_qs}},
        {"app/session/past/readers", {models, datasources}},
        {"app/session/past/results", {models, u"app/session/past/readers"_qs}},
        {"app/session/past/columns",
         {models, datasources, u"app/session/past/readers"_qs, u"app/session/past/results"_qs}},
        {"app/session/past", {models, datasources, u"app/session/past/*"_qs}},
        {"app/session/incidents", {models, datasources, u"app/export"_qs, session, sessionParts}},
        {"app/session/exercise", {models, datasources, u"app/scoring"_qs, session, sessionParts}},
        {"app/session/sources", {models, datasources, u"app/simulator"_qs}},
        {"app/session/opening", {models, datasources, session, sessionParts}},
        {"app/session",
         {models, datasources, u"app/alerting"_qs, u"app/analysis"_qs, u"app/simulator"_qs, sessionParts}},
        {"app/dashboard/docks", {models, widgets, session}},
        {"app/dashboard/dialogs",
         {models, datasources, widgets, u"app/alerting"_qs, u"app/export"_qs, session, sessionParts}},
        {"app/dashboard/exercise",
         {models, widgets, u"datasources/text"_qs, u"app/session/exercise"_qs, u"app/session/sources"_qs}},
        {"app/dashboard/actions",
         {models, datasources, widgets, u"views3d"_qs, session, sessionParts, u"app/alerting"_qs,
          u"app/dashboard/dialogs"_qs, u"app/dashboard/exercise"_qs, u"app/dashboard"_qs, u"app/dashboard/docks"_qs}},
        {"app/dashboard/incidents",
         {models, datasources, widgets, u"app/dashboard/dialogs"_qs, u"app/export"_qs, session, sessionParts,
          u"app/dashboard/actions"_qs}},
        {"app/dashboard",
         {models, datasources, widgets, u"views3d"_qs, u"views3d/render"_qs, u"app/*"_qs, u"app/dashboard/*"_qs}},
        {"app/program", {models}},
        {"app/pages", {models, datasources, u"app/*"_qs, sessionParts}},
        {"app/diagnostics",
         {models, datasources, u"app/program"_qs, u"app/analyze"_qs, u"app/export"_qs, u"app/record"_qs}},
        {"app/agent", {models, datasources, u"app/program"_qs}},
        {"app/simulator", {models, datasources, u"app/program"_qs, u"app/analyze"_qs, u"app/scoring"_qs}},
        {"app/scoring", {models, datasources, u"app/analyze"_qs}},
        {"app/analyze", {models, datasources, u"app/program"_qs}},
        {"app/analysis", {models, datasources}},
        {"app/alerting", {models, datasources}},
        {"app/record",
         {models, datasources, u"app/program"_qs, u"app/alerting"_qs, u"app/analyze"_qs, u"app/analysis"_qs}},
        {"app/topology", {models, datasources, u"app/analyze"_qs, u"app/record"_qs}},
        {"app/export", {models, datasources, u"app/analyze"_qs, u"app/record"_qs}},
        {"app/front",
         {models, datasources, u"app/program"_qs, u"app/diagnostics"_qs, u"app/analyze"_qs, u"app/export"_qs,
          u"app/record"_qs, u"app/topology"_qs}},
    };
    return edges;
}

} // namespace

bool isIn(const QString& path, const QString& folder)
{
    return path == folder || path.startsWith(folder + u'/');
}

bool isNamed(const QString& folder, const QString& named)
{
    if (named.endsWith(u"/**"_qs))
        return isIn(folder, named.chopped(3));
    return named.endsWith(u"/*"_qs) ? folder.startsWith(named.chopped(1)) : folder == named;
}

const Edges* edgesOf(const QString& path)
{
    for (const QList<Edges>* const table : {&edgesOfModels(), &edgesOfDatasources(), &edgesOfViewsAndPrograms()}) {
        const auto found = std::ranges::find_if(
            *table, [&](const Edges& edges) { return isIn(path, QLatin1StringView(edges.from)); });
        if (found != table->end())
            return &*found;
    }
    return nullptr;
}

} // namespace lockstep::test
