// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/rackarranging.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/actions/hallpicture.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/session/livesession.h"
#include "app/session/sitelayout.h"
#include "views3d/hallview.h"
#include "widgets/panels/notificationbar.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QFuture>
#include <QMainWindow>
#include <QPromise>
#include <QThreadPool>
#include <QUndoCommand>

#include <memory>
#include <utility>
#include <vector>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

struct RackSpot
{
    float x;
    float z;
};

class RackMove : public QUndoCommand
{
public:
    RackMove(const QString& text, ClusterModel& cluster, EntityRef rack, RackSpot from, RackSpot to)
        : QUndoCommand(text), m_cluster(cluster), m_rack(rack), m_from(from), m_to(to)
    { }
    void undo() override { m_cluster.moveRack(m_rack, m_from.x, m_from.z); }
    void redo() override { m_cluster.moveRack(m_rack, m_to.x, m_to.z); }

private:
    ClusterModel& m_cluster;
    EntityRef m_rack;
    RackSpot m_from;
    RackSpot m_to;
};

} // namespace

RackArranging::RackArranging(QMainWindow& window, Composition& composition, HallView& hall, Place place)
    : QObject(&window), m_window(window), m_composition(composition), m_hall(hall), m_place(std::move(place))
{
    m_toggle = makeAction(window, tr("Arrange racks"), QKeySequence(), [] {});
    m_toggle->setCheckable(true);
    connect(m_toggle, &QAction::triggered, this, &RackArranging::setOn);
    connect(&hall, &HallView::arrangingChanged, m_toggle, &QAction::setChecked);
    QAction* const undo = m_moves.createUndoAction(&window, tr("Undo rack move"));
    QAction* const redo = m_moves.createRedoAction(&window, tr("Redo rack move"));
    for (QAction* const action : {undo, redo})
        window.addAction(action);
    m_save = makeAction(window, tr("Save layout..."), QKeySequence(), [this] { save(); });
    m_actions = {m_toggle, undo, redo, m_save};
    connect(&hall, &HallView::rackMoved, this, &RackArranging::move);
    connect(&hall, &HallView::rackMoveRefused, this, [this](EntityRef rack, EntityRef blockedBy) {
        const Topology& topology = *m_composition.cluster().store().topology();
        m_place.note(
            tr("Cannot move %1 there: %2 is in the way")
                .arg(QString::fromStdString(topology.name(rack)), QString::fromStdString(topology.name(blockedBy))));
    });
    connect(&hall, &HallView::undoWanted, &m_moves, &QUndoStack::undo);
    connect(&hall, &HallView::redoWanted, &m_moves, &QUndoStack::redo);
    connect(&m_moves, &QUndoStack::cleanChanged, this, &RackArranging::followMoves);
    followMoves();
}

LiveSession* RackArranging::session() const
{
    return qobject_cast<LiveSession*>(&m_composition.session());
}

void RackArranging::setOn(bool isWanted)
{
    if (isWanted && session() == nullptr) {
        m_toggle->setChecked(false);
        m_place.note(tr("The racks of a recording cannot be moved. Connect to a live data source to arrange racks."));
        return;
    }
    if (isWanted)
        m_place.showHall();
    m_hall.setArranging(isWanted);
    m_toggle->setChecked(m_hall.isArranging()); // without OpenGL there is nothing to drag
}

void RackArranging::move(EntityRef rack, float x, float z)
{
    const Topology& topology = *m_composition.cluster().store().topology();
    if (session() == nullptr || !topology.contains(rack))
        return;
    const RackPlace& from = topology.rackPlace(rack);
    m_moved.insert(rack);
    m_moves.push(new RackMove(u"(%1)"_s.arg(QString::fromStdString(topology.name(rack))),
                              m_composition.session().cluster(), rack, {from.x, from.z}, {x, z}));
}

void RackArranging::followMoves()
{
    m_save->setEnabled(!m_moves.isClean());
    m_hall.setArrangingNote(m_moves.isClean() ? QString() : tr("Layout has unsaved changes"));
}

void RackArranging::save()
{
    const LiveSession* const live = session();
    if (live == nullptr || m_moved.empty())
        return;
    const QString path = m_file.isEmpty() ? QString::fromStdString(live->clusterFile()) : m_file;
    if (path.isEmpty())
        askWhere();
    else
        saveTo(path);
}

void RackArranging::askWhere()
{
    auto* dialog = new QFileDialog(&m_window, tr("Save layout as cluster file"), u"cluster.toml"_s,
                                   tr("Cluster files (*.toml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"toml"_s);
    connect(dialog, &QFileDialog::fileSelected, this, &RackArranging::saveTo);
    dialog->open();
}

/// On a worker thread: a large cluster file takes a second.
void RackArranging::saveTo(const QString& path)
{
    const LiveSession* const live = session();
    if (live == nullptr)
        return;
    const bool isNew = path != m_file && path != QString::fromStdString(live->clusterFile());
    const std::vector<EntityRef> moved(m_moved.begin(), m_moved.end());
    const auto racks = currentRackPositions(*m_composition.cluster().store().topology(), moved);
    const std::string text = isNew ? live->ownClusterText() : std::string();
    auto promise = std::make_shared<QPromise<QString>>();
    promise->start();
    promise->future().then(this, [this, path, index = m_moves.index(), count = racks.size()](const QString& wrong) {
        if (!wrong.isEmpty())
            return m_place.fail(tr("Cannot save the layout: %1").arg(wrong));
        m_file = path;
        if (m_moves.index() == index)
            m_moves.setClean();
        m_place.note(tr("Saved the positions of %n racks to %1", nullptr, static_cast<int>(count)).arg(path));
        Q_EMIT saved(path);
    });
    QThreadPool::globalInstance()->start([promise, path, text, racks, isNew] {
        const Status saved = isNew ? saveLayoutAs(path, text, racks) : saveLayout(path, racks);
        promise->addResult(saved.isOk() ? QString() : QString::fromStdString(saved.error().message));
        promise->finish();
    });
}

QList<QAction*> addHallActions(QMainWindow& window, Composition& composition, HallView& hall, DockHost& docks,
                               NotificationBar& notifications)
{
    const auto say = [&notifications](Severity severity) {
        return [&notifications, severity](const QString& message) {
            notifications.notify(severity, message);
        };
    };
    const auto showHall = [&docks] {
        QDockWidget* const dock = docks.dock(u"hall"_s);
        dock->setVisible(true);
        dock->raise();
    };
    const auto* arranging
        = new RackArranging(window, composition, hall, {showHall, say(Severity::Information), say(Severity::Warning)});
    return QList<QAction*>{addHallPictureAction(window, hall, notifications)} + arranging->actions();
}

} // namespace lockstep

#include "moc_rackarranging.cpp"
