// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/incidents/incidentactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/dialogs/exportdialog.h"
#include "app/export/incidentexport.h"
#include "app/export/userfiles.h"
#include "app/session/incidents/incidentarchive.h"
#include "app/session/incidents/incidentdraft.h"
#include "app/session/incidents/incidentevidence.h"
#include "app/session/incidents/windowmoment.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/recording/recordingfolder.h"
#include "datasources/reports/exportdocument.h"
#include "datasources/sqlite/privatefile.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/incidents/notebar.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPointer>

#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep {

ReportSaver::ReportSaver(IncidentArchive& archive, QObject* parent)
    : QObject(parent), m_archive(archive), m_folder(QString::fromStdString(userReportsFolder()))
{ }

void ReportSaver::save(IncidentKey incident)
{
    readExportedIncident(m_archive, incident, *this, [this](Result<ExportedIncident> read) {
        if (!read.isOk())
            return Q_EMIT failed(QString::fromStdString(read.error().message));
        auto story = std::make_shared<const ExportedIncident>(std::move(read).value());
        m_worker.add([this, folder = m_folder, story](const std::stop_token& stop) {
            IncidentExport order;
            order.format = ExportFormat::Pdf;
            order.hideSecrets = true;
            order.options.stop = stop;
            (void)makePrivateFolder(folder.toStdString()); // errors are reported when the file is written
            order.path = freePath(folder.toStdString(), reportFileName(story->postMortem.incident, "pdf"));
            const Result<ExportOutcome> outcome = exportIncident(*story, order);
            QMetaObject::invokeMethod(
                this,
                [this, path = QString::fromStdString(order.path), outcome] {
                    if (outcome.isOk())
                        Q_EMIT saved(path);
                    else
                        Q_EMIT failed(QString::fromStdString(outcome.error().message));
                },
                Qt::QueuedConnection);
        });
    });
}

void ReportSaver::copy(IncidentKey incident)
{
    readExportedIncident(m_archive, incident, *this, [this](Result<ExportedIncident> read) {
        if (!read.isOk())
            return Q_EMIT failed(QString::fromStdString(read.error().message));
        IncidentExport order;
        order.hideSecrets = true;
        Report report = reportOf(std::move(read).value().postMortem, order);
        for (std::vector<ReportBlock>* const blocks : {&report.head, &report.blocks}) {
            std::erase_if(*blocks, [](const ReportBlock& block) {
                return std::holds_alternative<ReportFigure>(block) || std::holds_alternative<ReportPicture>(block);
            });
        }
        QGuiApplication::clipboard()->setText(QString::fromStdString(markdownOf(report)));
        Q_EMIT copied();
    });
}

namespace {

/// Whether A pans in this view; W, A, S and D work there as in Perfetto. On the time bar A annotates the chosen moment.
bool pansWithA(const QWidget* widget)
{
    return widget
        && (widget->inherits("lockstep::TimelineView") || widget->inherits("lockstep::HeatCanvas")
            || widget->inherits("lockstep::SelectionChartsView"));
}

} // namespace

IncidentActions::IncidentActions(ViewContext context, IncidentArchive& archive, EvidenceGatherer& evidence,
                                 NoteBar& noteBar, QWidget& window)
    : QObject(&window),
      m_context(context),
      m_archive(archive),
      m_evidence(new IncidentEvidence(context, archive, evidence, this)),
      m_saver(new ReportSaver(archive, this)),
      m_noteBar(noteBar),
      m_window(window)
{
    m_undo = makeAction(window, tr("Undo"), QKeySequence::Undo, [this] { m_context.incidents->undo(); });
    m_redo = makeAction(window, tr("Redo"), QKeySequence::Redo, [this] { m_context.incidents->redo(); });
    QAction* const annotateAction = makeAction(window, tr("Annotate selection"), Qt::Key_A, [this] { annotate(); });
    annotateAction->setShortcuts({Qt::Key_A, Qt::SHIFT | Qt::Key_A});
    m_actions = {
        annotateAction,
        makeAction(window, tr("Open incident"), Qt::Key_I,
                   [this] { openIncident(m_alert ? m_alert() : std::nullopt); }),
        m_attach
        = makeAction(window, tr("Add screenshot to incident"), Qt::SHIFT | Qt::Key_I, [this] { attachPicture(); }),
        m_save = makeAction(window, tr("Save report as PDF"), QKeySequence::Print, [this] { saveReport(); }),
        m_copy
        = makeAction(window, tr("Copy report as Markdown"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, [this] { copyReport(); }),
        m_export = makeAction(window, tr("Export incident..."), Qt::CTRL | Qt::Key_E, [this] { exportIncident(); }),
        m_delete = makeAction(window, tr("Delete incident"), Qt::CTRL | Qt::Key_Delete,
                              [this] { m_context.incidents->removeCurrent(); }),
        m_undo,
        m_redo,
    };
    connect(&noteBar, &NoteBar::kept, this, &IncidentActions::keep);
    connect(context.incidents, &IncidentWorkspace::undoChanged, this, &IncidentActions::followUndo);
    qApp->installEventFilter(this);
    connect(m_evidence, &IncidentEvidence::gathered, this, &IncidentActions::writePendingReport);
    connect(m_saver, &ReportSaver::saved, this, &IncidentActions::saved);
    connect(m_saver, &ReportSaver::copied, this, [this] { Q_EMIT noted(tr("Copied the report as Markdown.")); });
    connect(m_saver, &ReportSaver::failed, this,
            [this](const QString& why) { Q_EMIT failed(tr("Cannot write the report: %1").arg(why)); });
    connect(context.incidents, &IncidentWorkspace::removed, this, [this](const QString& title) {
        Q_EMIT noted(tr("Deleted \"%1\". Press Ctrl+Z to restore it.").arg(title));
    });
    const auto followCurrent = [this] {
        for (QAction* action : {m_export, m_attach, m_save, m_copy, m_delete})
            action->setEnabled(m_context.incidents->currentKey().isValid());
    };
    connect(context.incidents, &IncidentWorkspace::currentChanged, this, followCurrent);
    followCurrent();
    followUndo();
}

bool IncidentActions::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isPlainA = key->key() == Qt::Key_A && key->modifiers() == Qt::NoModifier;
        // With a marked range A annotates; Shift+A always does.
        if (isPlainA && pansWithA(qobject_cast<QWidget*>(watched)) && !m_context.time.marked()) {
            event->accept();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

std::vector<EntityName> IncidentActions::selectedNames() const
{
    std::vector<EntityName> names;
    for (const EntityRef entity : m_context.selection.selected())
        names.push_back(nameOf(*m_context.cluster.store().topology(), entity));
    return names;
}

Annotation IncidentActions::annotationFromSelection() const
{
    const ClusterStore& store = m_context.cluster.store();
    Annotation note;
    note.key = newKey<AnnotationKey>();
    note.incident = m_context.incidents->current() ? m_context.incidents->currentKey() : IncidentKey{};
    const TimePoint moment = m_context.time.target().cursor; // the destination of the window, if it is still moving
    note.range = m_context.time.marked().value_or(TimeRange{moment, moment});
    note.entities = selectedNames();
    if (const MetricId metric = m_context.selection.metric(); metric.isValid() && !note.entities.empty())
        note.metric = store.metrics().descriptor(metric).name;
    note.author = m_context.incidents->author();
    note.created = note.edited = wallClockNow();
    return note;
}

void IncidentActions::annotate()
{
    m_noteBar.ask(annotationFromSelection());
}

void IncidentActions::keep(const Annotation& note)
{
    IncidentChange change;
    change.text = "Add annotation";
    change.annotations = {{{}, note}};
    m_context.incidents->make(change);
    m_context.incidents->setFocused(note.key);
}

void IncidentActions::openIncident(const std::optional<AlertAt>& alert)
{
    const IncidentDraft draft = draftIncident(m_context, m_context.incidents->author(), alert);
    const Incident& incident = draft.incident;
    IncidentChange change;
    change.text = "Open incident";
    change.incidents = {{{}, incident}};
    change.annotations = notesOf(draft, *m_context.incidents, *m_context.cluster.store().topology());
    m_context.incidents->make(change);
    m_context.incidents->open(incident.key);
    m_evidence->gather(incident);
    pinRecording(incident);
    const bool isFree = alert || !m_context.selection.current().isValid();
    if (isFree && !incident.entities.empty()) // charts and timeline show the cause
        m_context.selection.show(findEntity(*m_context.cluster.store().topology(), incident.entities.front()));
    Q_EMIT incidentOpened();
    annotate(); // ask for the first note; Escape skips it
}

void IncidentActions::setWorkspaces(std::function<int()> current, std::function<void(int)> show)
{
    m_workspace = std::move(current);
    m_showWorkspace = std::move(show);
}

void IncidentActions::setTimeline(std::function<QJsonObject()> current, std::function<void(const QJsonObject&)> show)
{
    m_timeline = std::move(current);
    m_showTimeline = std::move(show);
}

void IncidentActions::attachPicture()
{
    const IncidentWorkspace& workspace = *m_context.incidents;
    if (!workspace.currentKey().isValid())
        return;
    Attachment picture;
    picture.key = newKey<AttachmentKey>();
    picture.incident = workspace.currentKey();
    picture.title = "Window at " + formatTime(m_context.time.cursor(), std::chrono::seconds(1));
    picture.mediaType = "image/png";
    picture.taken = wallClockNow();
    picture.author = workspace.author();
    picture.view = "window";
    picture.viewState
        = windowMoment(m_context, m_workspace ? m_workspace() : 0, m_timeline ? m_timeline() : QJsonObject())
              .toStdString();
    // On a worker thread: compressing a picture takes longer than a frame.
    m_archive.run([self = QPointer(this), &archive = m_archive, picture,
                   image = m_window.grab().toImage()](IncidentDatabase&) mutable {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        image.save(&buffer, "PNG");
        const auto packed = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        picture.bytes.assign(packed.begin(), packed.end());
        QMetaObject::invokeMethod(
            &archive,
            [self, picture] {
                if (self)
                    self->keepPicture(picture);
            },
            Qt::QueuedConnection);
    });
}

void IncidentActions::keepPicture(Attachment picture)
{
    IncidentChange change;
    change.text = "Add screenshot";
    change.attachments = {{{}, std::move(picture)}};
    m_context.incidents->make(change);
}

void IncidentActions::showAgain(const QString& viewState)
{
    const std::optional<int> workspace = showWindowMoment(viewState.toUtf8(), m_context);
    if (workspace && m_showWorkspace)
        m_showWorkspace(*workspace);
    if (workspace && m_showTimeline)
        m_showTimeline(timelineOf(viewState.toUtf8()));
}

ExportDialog* IncidentActions::exportIncident()
{
    const IncidentKey key = m_context.incidents->currentKey();
    if (!key.isValid())
        return nullptr;
    m_context.incidents->commitPendingInput();
    auto* const dialog = new ExportDialog(m_archive, key, m_recording ? m_recording() : std::string(), &m_window);
    connect(dialog, &ExportDialog::exported, this, &IncidentActions::saved);
    dialog->show();
    return dialog;
}

/// Keeps the incident's part of the rolling recording from being deleted.
void IncidentActions::pinRecording(const Incident& incident)
{
    const std::string folder = m_recording ? m_recording() : std::string();
    if (folder.empty())
        return;
    m_archive.run([&workspace = *m_context.incidents, &archive = m_archive, folder,
                   range = bundleRange(incident)](IncidentDatabase&) {
        if (const Status pinned = pinRange(folder, range); !pinned.isOk())
            QMetaObject::invokeMethod(
                &archive, [&workspace, text = pinned.error().message] { workspace.setProblem(text); },
                Qt::QueuedConnection);
    });
}

/// Includes uncommitted text and evidence that is still being gathered.
void IncidentActions::report(void (ReportSaver::*how)(IncidentKey))
{
    const IncidentKey key = m_context.incidents->currentKey();
    if (!key.isValid())
        return;
    m_noteBar.commit();
    m_context.incidents->commitPendingInput();
    if (m_evidence->isGathering(key))
        std::tie(m_toReport, m_how) = std::pair(key, how);
    else
        (m_saver->*how)(key);
}

void IncidentActions::writePendingReport(IncidentKey gathered)
{
    if (std::exchange(m_toReport, {}) == gathered && gathered.isValid())
        (m_saver->*m_how)(gathered);
}

void IncidentActions::followUndo()
{
    const UndoHistory& history = m_context.incidents->undoHistory();
    m_undo->setEnabled(history.undoText() != nullptr);
    m_redo->setEnabled(history.redoText() != nullptr);
    m_undo->setText(history.undoText() ? tr("Undo: %1").arg(modelText(*history.undoText())) : tr("Undo"));
    m_redo->setText(history.redoText() ? tr("Redo: %1").arg(modelText(*history.redoText())) : tr("Redo"));
}

} // namespace lockstep

#include "moc_incidentactions.cpp"
