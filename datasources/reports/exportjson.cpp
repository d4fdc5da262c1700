// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportdocument.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/units.h"
#include "models/incidents/coststack.h"
#include "models/incidents/fieldtext.h"

namespace lockstep {

namespace {

double seconds(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

void writeEntities(JsonWriter& json, const std::vector<EntityName>& entities)
{
    json.key("entities").beginList();
    for (const EntityName& entity : entities)
        json.beginObject().field("kind", entityKindName(entity.kind)).field("path", entity.path).endObject();
    json.endList();
}

void writeRange(JsonWriter& json, TimeRange range)
{
    json.field("from", formatUtc(range.from, 9)).field("to", formatUtc(range.to, 9));
}

void writeIncident(JsonWriter& json, const Incident& incident)
{
    json.key("incident").beginObject().field("key", keyText(incident.key.value)).field("title", incident.title);
    json.field("severity", severityName(incident.severity)).field("state", incidentStateName(incident.state));
    writeRange(json, incident.range);
    writeEntities(json, incident.entities);
    json.texts("tags", incident.tags);
    json.field("owner", incident.owner).key("responders").beginList();
    for (const IncidentResponder& each : incident.responders)
        json.beginObject().field("role", each.role).field("name", each.name).endObject();
    json.endList().field("summary", incident.summary).field("causes", incident.causes);
    json.key("actions").beginList();
    for (const IncidentAction& action : incident.actions)
        json.beginObject()
            .field("text", action.text)
            .field("owner", action.owner)
            .key("done")
            .truth(action.isDone)
            .endObject();
    json.endList().field("created", formatUtc(incident.created, 9)).field("created_by", incident.createdBy).endObject();
}

void writeCost(JsonWriter& json, const CostInputs& inputs)
{
    const CostStack stack = costStack(inputs);
    json.key("cost").beginObject().field("currency", stack.currency);
    CostInputs::forEachField([&](const char* name, auto member) {
        if constexpr (std::is_same_v<decltype(member), std::string CostInputs::*>) {
            if (member != &CostInputs::currency)
                json.field(name, inputs.*member);
        }
    });
    json.key("inputs").beginObject();
    CostInputs::forEachField([&](const char* name, auto member) {
        if constexpr (std::is_same_v<decltype(member), std::optional<double> CostInputs::*>)
            json.key(name).number(inputs.*member);
    });
    json.endObject().key("lines").beginList();
    for (const CostLine& line : stack.lines) {
        json.beginObject().field("layer", line.layer).field("formula", line.formula).key("amount").number(line.amount);
        json.key("terms").beginList();
        for (const CostTerm& term : line.terms)
            json.beginObject()
                .field("name", term.name)
                .key("value")
                .number(term.value)
                .field("unit", term.unit)
                .endObject();
        json.endList().endObject();
    }
    json.endList().key("total").number(stack.total).texts("unknown_layers", stack.unknownLayers);
    json.key("share_of_training_day").number(stack.shareOfTrainingDay).endObject();
}

void writeAnnotations(JsonWriter& json, const PostMortem& all)
{
    json.key("annotations").beginList();
    for (const Annotation& note : all.annotations) {
        json.beginObject().field("key", keyText(note.key.value));
        writeRange(json, note.range);
        json.field("text", note.text);
        writeEntities(json, note.entities);
        json.field("metric", note.metric).field("lane", note.lane).field("operation", note.operation);
        json.field("view", note.view).field("author", note.author).field("created", formatUtc(note.created, 9));
        json.field("edited", formatUtc(note.edited, 9)).endObject();
    }
    json.endList().key("links").beginList();
    for (const AnnotationLink& link : all.links)
        json.beginObject()
            .field("from", keyText(link.from.value))
            .field("to", keyText(link.to.value))
            .field("kind", linkKindName(link.kind))
            .endObject();
    json.endList().key("attachments").beginList();
    for (const Attachment& attachment : all.attachments) {
        json.beginObject().field("key", keyText(attachment.key.value)).field("title", attachment.title);
        json.field("media_type", attachment.mediaType).field("taken", formatUtc(attachment.taken, 9));
        json.field("author", attachment.author)
            .field("view", attachment.view)
            .field("view_state", attachment.viewState);
        json.key("bytes").number(attachment.bytes.size()).endObject();
    }
    json.endList();
}

void writeJudgements(JsonWriter& json, const std::vector<Judgement>& judgements)
{
    json.key("judgements").beginList();
    for (const Judgement& each : judgements) {
        json.beginObject().field("verdict", verdictName(each.verdict)).field("alert", each.alert);
        json.field("kind", each.kind).field("place", each.place).field("text", each.text);
        json.field("until", each.until ? formatUtc(*each.until, 9) : std::string()).field("author", each.author);
        json.field("made", formatUtc(each.made, 9)).field("origin", each.origin).endObject();
    }
    json.endList();
}

void writeValues(JsonWriter& json, std::span<const float> values)
{
    json.beginList();
    for (const float value : values)
        json.number(value);
    json.endList();
}

void writeMeasurements(JsonWriter& json, const Evidence& evidence)
{
    json.key("series").beginList();
    for (const EvidenceSeries& series : evidence.series) {
        json.beginObject().field("metric", series.metric.name).field("unit", unitName(series.metric.unit));
        json.field("kind", entityKindName(series.entity.kind)).field("path", series.entity.path);
        json.field("from", formatUtc(series.from, 9)).key("step_seconds").number(seconds(series.step)).key("values");
        writeValues(json, series.values);
        json.endObject();
    }
    json.endList().key("heatmaps").beginList();
    for (const EvidenceHeat& heat : evidence.heats) {
        json.beginObject().field("metric", heat.metric.name).field("unit", unitName(heat.metric.unit));
        json.field("from", formatUtc(heat.from, 9)).key("step_seconds").number(seconds(heat.step));
        json.field("reduction", heat.reduction).key("columns").number(heat.columns).key("rows").beginList();
        for (const EvidenceHeat::Row& row : heat.rows)
            json.text(row.first == row.last ? row.first : row.first + " to " + row.last);
        json.endList().key("values").beginList();
        for (std::size_t row = 0; row < heat.rows.size(); ++row)
            writeValues(json, std::span(heat.values).subspan(row * heat.columns, heat.columns));
        json.endList().endObject();
    }
    json.endList();
}

void writeSpansAndEvents(JsonWriter& json, const Evidence& evidence)
{
    json.key("spans").beginList();
    for (const EvidenceSpan& span : evidence.spans) {
        json.beginObject().field("path", span.entity.path).field("lane", span.lane).field("operation", span.operation);
        json.field("communicator", span.communicator).field("kind", spanKindName(span.kind));
        writeRange(json, {span.start, span.end});
        json.key("step")
            .number(span.step)
            .key("sequence")
            .number(span.sequence)
            .key("bytes")
            .number(span.bytes)
            .endObject();
    }
    json.endList().key("spans_left_out").number(evidence.spansLeftOut).key("events").beginList();
    for (const EvidenceEvent& event : evidence.events) {
        json.beginObject().field("time", formatUtc(event.time, 9)).field("severity", severityName(event.severity));
        json.field("path", event.entity.path).field("code", event.code).field("text", event.text);
        json.key("count").number(event.count).endObject();
    }
    json.endList().key("gaps").beginList();
    for (const EvidenceGap& gap : evidence.gaps) {
        json.beginObject().field("node", gap.node.path);
        writeRange(json, gap.range);
        json.key("ticks").number(gap.ticks).field("reason", gap.reason).endObject();
    }
    json.endList();
}

void writeEvidence(JsonWriter& json, const Evidence& evidence)
{
    json.key("evidence").beginObject().field("cluster", evidence.cluster).field("source", evidence.source);
    json.field("version", evidence.version).field("gathered", formatUtc(evidence.gathered, 9));
    writeRange(json, evidence.range);
    json.key("tick_seconds").number(seconds(evidence.tickPeriod));
    json.key("clock_uncertainty_seconds").number(seconds(evidence.clockUncertainty));
    writeMeasurements(json, evidence);
    writeSpansAndEvents(json, evidence);
    json.endObject();
}

} // namespace

std::string jsonOf(const PostMortem& all)
{
    JsonWriter json;
    json.beginObject().field("schema", "lockstep.postmortem/1").field("lockstep", LOCKSTEP_VERSION);
    writeIncident(json, all.incident);
    writeCost(json, all.incident.costs);
    writeAnnotations(json, all);
    writeJudgements(json, all.judgements);
    writeEvidence(json, all.evidence);
    return json.endObject().drain() + '\n';
}

} // namespace lockstep
