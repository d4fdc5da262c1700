<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB" sourcelanguage="en_GB">
<context>
    <name>lockstep</name>
    <message numerus="yes">
        <source>%n of %1 detectors have no data; see the Coverage view.</source>
        <translation>
            <numerusform>%n of %1 detectors has no data; see the Coverage view.</numerusform>
            <numerusform>%n of %1 detectors have no data; see the Coverage view.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n detectors without data</source>
        <translation>
            <numerusform>%n detector without data</numerusform>
            <numerusform>%n detectors without data</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other agents</source>
        <translation>
            <numerusform>%n other agent</numerusform>
            <numerusform>%n other agents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cannot connect to any of the %n agents</source>
        <translation>
            <numerusform>Cannot connect to the agent</numerusform>
            <numerusform>Cannot connect to any of the %n agents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sum of %n values of %1.</source>
        <translation>
            <numerusform>Sum of %n value of %1.</numerusform>
            <numerusform>Sum of %n values of %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Highest of %n values of %1.</source>
        <translation>
            <numerusform>Highest of %n value of %1.</numerusform>
            <numerusform>Highest of %n values of %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n values of %1.</source>
        <translation>
            <numerusform>Mean of %n value of %1.</numerusform>
            <numerusform>Mean of %n values of %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the %n slowest of %1 workers</source>
        <translation>
            <numerusform>the slowest of %1 workers</numerusform>
            <numerusform>the %n slowest of %1 workers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more spans; zoom in to see each</source>
        <translation>
            <numerusform>%n more span; zoom in to see it</numerusform>
            <numerusform>%n more spans; zoom in to see each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 hangs: %n ranks wait in %2 #%3, which %4 has not entered</source>
        <translation>
            <numerusform>%1 hangs: %n rank waits in %2 #%3, which %4 has not entered</numerusform>
            <numerusform>%1 hangs: %n ranks wait in %2 #%3, which %4 has not entered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has an unusually long wait: %n ranks wait in %2 #%3, which %4 has not entered</source>
        <translation>
            <numerusform>%1 has an unusually long wait: %n rank waits in %2 #%3, which %4 has not entered</numerusform>
            <numerusform>%1 has an unusually long wait: %n ranks wait in %2 #%3, which %4 has not entered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 unreadable frames</source>
        <translation>
            <numerusform>%1 unreadable frame</numerusform>
            <numerusform>%1 unreadable frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n cores</source>
        <translation>
            <numerusform>%1, %n core</numerusform>
            <numerusform>%1, %n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::AllocationMap</name>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::AllocationPanel</name>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n queued jobs need %1 GPUs, longest wait %2</source>
        <translation>
            <numerusform>%n queued job needs %1 GPUs, waiting for %2</numerusform>
            <numerusform>%n queued jobs need %1 GPUs, longest wait %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::BlameModel</name>
    <message numerus="yes">
        <source>missing while %n ranks wait in %1</source>
        <translation>
            <numerusform>missing while %n rank waits in %1</numerusform>
            <numerusform>missing while %n ranks wait in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 hangs: %n ranks wait in %2 #%3, which this rank has not entered.</source>
        <translation>
            <numerusform>%1 hangs: %n rank waits in %2 #%3, which this rank has not entered.</numerusform>
            <numerusform>%1 hangs: %n ranks wait in %2 #%3, which this rank has not entered.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has an unusually long wait: %n ranks wait in %2 #%3, which this rank has not entered.</source>
        <translation>
            <numerusform>%1 has an unusually long wait: %n rank waits in %2 #%3, which this rank has not entered.</numerusform>
            <numerusform>%1 has an unusually long wait: %n ranks wait in %2 #%3, which this rank has not entered.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::BlamePanel</name>
    <message numerus="yes">
        <source>wait loss: %1 of GPU time, last %n steps</source>
        <translation>
            <numerusform>wait loss: %1 of GPU time, last step</numerusform>
            <numerusform>wait loss: %1 of GPU time, last %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No rank delayed the others significantly in the last %n steps%1.</source>
        <translation>
            <numerusform>No rank delayed the others significantly in the last %n step%1.</numerusform>
            <numerusform>No rank delayed the others significantly in the last %n steps%1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::BundleDialog</name>
    <message numerus="yes">
        <source>%1 contains %n incidents that differ from yours.</source>
        <translation>
            <numerusform>%1 contains an incident that differs from yours.</numerusform>
            <numerusform>%1 contains %n incidents that differ from yours.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::CablingList</name>
    <message numerus="yes">
        <source>Cabling: %n links differ from the plan</source>
        <translation>
            <numerusform>Cabling: %n link differs from the plan</numerusform>
            <numerusform>Cabling: %n links differ from the plan</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::DrainPanel</name>
    <message numerus="yes">
        <source>%n alerts; draining is not worthwhile</source>
        <translation>
            <numerusform>%n alert; draining is not worthwhile</numerusform>
            <numerusform>%n alerts; draining is not worthwhile</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::EngineDialog</name>
    <message numerus="yes">
        <source>%1: %n targets, scrape interval %2</source>
        <translation>
            <numerusform>%1: %n target, scrape interval %2</numerusform>
            <numerusform>%1: %n targets, scrape interval %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::EventsPanel</name>
    <message numerus="yes">
        <source>%n events, newest first, times in UTC</source>
        <translation>
            <numerusform>%n event, time in UTC</numerusform>
            <numerusform>%n events, newest first, times in UTC</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentListPanel</name>
    <message numerus="yes">
        <source>%n incidents, newest first, times in UTC</source>
        <translation>
            <numerusform>%n incident, time in UTC</numerusform>
            <numerusform>%n incidents, newest first, times in UTC</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentNotes</name>
    <message numerus="yes">
        <source>Add %n notes from this range</source>
        <translation>
            <numerusform>Add %n note from this range</numerusform>
            <numerusform>Add %n notes from this range</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::PoolsPanel</name>
    <message numerus="yes">
        <source>%n more services are not shown</source>
        <translation>
            <numerusform>%n more service is not shown</numerusform>
            <numerusform>%n more services are not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n services</source>
        <translation>
            <numerusform>%n service</numerusform>
            <numerusform>%n services</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::PowerPanel</name>
    <message numerus="yes">
        <source>, %n power-capped GPUs</source>
        <translation>
            <numerusform>, %n power-capped GPU</numerusform>
            <numerusform>, %n power-capped GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RackArranging</name>
    <message numerus="yes">
        <source>Saved the positions of %n racks to %1</source>
        <translation>
            <numerusform>Saved the position of %n rack to %1</numerusform>
            <numerusform>Saved the positions of %n racks to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SelectionChartsView</name>
    <message numerus="yes">
        <source>%n metrics, each in its own unit</source>
        <translation>
            <numerusform>%n metric</numerusform>
            <numerusform>%n metrics, each in its own unit</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SelfTestPanel</name>
    <message numerus="yes">
        <source>%1 of %n tested nodes with an outlier</source>
        <translation>
            <numerusform>%1 of %n tested node with an outlier</numerusform>
            <numerusform>%1 of %n tested nodes with an outlier</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SourcesPanel</name>
    <message numerus="yes">
        <source>%n other agents</source>
        <translation>
            <numerusform>%n other agent</numerusform>
            <numerusform>%n other agents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relays</source>
        <translation>
            <numerusform>%n relay</numerusform>
            <numerusform>%n relays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sources not yet identified</source>
        <translation>
            <numerusform>%n source not yet identified</numerusform>
            <numerusform>%n sources not yet identified</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StepHeatView</name>
    <message numerus="yes">
        <source>%1 steps, %2 ranks</source>
        <translation>
            <numerusform>%1 step, %2 ranks</numerusform>
            <numerusform>%1 steps, %2 ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::TimeShares</name>
    <message numerus="yes">
        <source>last %n steps</source>
        <translation>
            <numerusform>one step</numerusform>
            <numerusform>last %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>GPU time of the %n selected ranks, %1</source>
        <translation>
            <numerusform>GPU time of the selected rank, %1</numerusform>
            <numerusform>GPU time of the %n selected ranks, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::TimelineView</name>
    <message numerus="yes">
        <source>%n lanes, visible range %1</source>
        <translation>
            <numerusform>%n lane, visible range %1</numerusform>
            <numerusform>%n lanes, visible range %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::TraceDialog</name>
    <message numerus="yes">
        <source>Saved the dumps of %n ranks in %1</source>
        <translation>
            <numerusform>Saved the dump of %n rank in %1</numerusform>
            <numerusform>Saved the dumps of %n ranks in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved the traces of %n processes in %1</source>
        <translation>
            <numerusform>Saved the trace of %n process in %1</numerusform>
            <numerusform>Saved the traces of %n processes in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ViewHeader</name>
    <message numerus="yes">
        <source>%n agents stale</source>
        <translation>
            <numerusform>%n agent stale</numerusform>
            <numerusform>%n agents stale</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::WhatIfPanel</name>
    <message numerus="yes">
        <source>%1, %n steps replayed</source>
        <translation>
            <numerusform>%1, one step replayed</numerusform>
            <numerusform>%1, %n steps replayed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::AlertLine</name>
    <message numerus="yes">
        <source> · %n more alerts</source>
        <translation>
            <numerusform> · %n more alert</numerusform>
            <numerusform> · %n more alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::AlertsPanel</name>
    <message numerus="yes">
        <source>%n of %1 detectors have no data. The Coverage view lists the metrics that they need.</source>
        <translation>
            <numerusform>%n of %1 detectors has no data. The Coverage view lists the metrics that it needs.</numerusform>
            <numerusform>%n of %1 detectors have no data. The Coverage view lists the metrics that they need.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::CoveragePanel</name>
    <message numerus="yes">
        <source>%n of %1 detectors have no data</source>
        <translation>
            <numerusform>%n of %1 detectors has no data</numerusform>
            <numerusform>%n of %1 detectors have no data</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::NotificationRow</name>
    <message numerus="yes">
        <source>%n more messages</source>
        <translation>
            <numerusform>%n more message</numerusform>
            <numerusform>%n more messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::PlanningResult</name>
    <message numerus="yes">
        <source>%n failures in %1 h</source>
        <translation>
            <numerusform>%n failure in %1 h</numerusform>
            <numerusform>%n failures in %1 h</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n job restarts in %1 node hours</source>
        <translation>
            <numerusform>%n job restart in %1 node hours</numerusform>
            <numerusform>%n job restarts in %1 node hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n component failures in %1 node hours</source>
        <translation>
            <numerusform>%n component failure in %1 node hours</numerusform>
            <numerusform>%n component failures in %1 node hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Job on %1 nodes</source>
        <translation>
            <numerusform>Job on %1 node</numerusform>
            <numerusform>Job on %1 nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StatusFooter</name>
    <message numerus="yes">
        <source>%n ticks dropped, see Help &gt; Diagnostics</source>
        <translation>
            <numerusform>%n tick dropped, see Help &gt; Diagnostics</numerusform>
            <numerusform>%n ticks dropped, see Help &gt; Diagnostics</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::PairContent</name>
    <message numerus="yes">
        <source>%1 · %2 communicators</source>
        <translation>
            <numerusform>%1 · %2 communicator</numerusform>
            <numerusform>%1 · %2 communicators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StartExerciseDialog</name>
    <message numerus="yes">
        <source>Cluster in this window (%n nodes)</source>
        <translation>
            <numerusform>Cluster in this window (%n node)</numerusform>
            <numerusform>Cluster in this window (%n nodes)</numerusform>
        </translation>
    </message>
</context>
</TS>
