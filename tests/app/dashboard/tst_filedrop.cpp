// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/filedrop.h"
#include "tests/support/testentry.h"

#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <QWidget>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

/// A window that receives dropped files.
struct Dropped
{
    bool drop(const QList<QUrl>& urls)
    {
        QMimeData data;
        data.setUrls(urls);
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        // Calls the filter like the window would, because Qt delivers no drop event without an actual drag.
        if (!files.eventFilter(&window, &enter) || !enter.isAccepted())
            return false;
        QDropEvent event({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        return files.eventFilter(&window, &event) && event.isAccepted();
    }

    QWidget window;
    FileDrop files{window};
    QSignalSpy clusters{&files, &FileDrop::clusterDropped};
    QSignalSpy recordings{&files, &FileDrop::recordingDropped};
    QSignalSpy traces{&files, &FileDrop::tracesDropped};
};

} // namespace

class TestFileDrop : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tracesOfOneJobAreOpenedTogether()
    {
        Dropped dropped;
        QVERIFY(
            dropped.drop({QUrl::fromLocalFile(u"/tmp/rank0.json.gz"_s), QUrl::fromLocalFile(u"/tmp/rank1.json"_s)}));
        QCOMPARE(dropped.traces.count(), 1);
        QCOMPARE(dropped.traces[0][0].toStringList(), QStringList({u"/tmp/rank0.json.gz"_s, u"/tmp/rank1.json"_s}));
        QCOMPARE(dropped.clusters.count() + dropped.recordings.count(), 0);
    }

    void aClusterFileIsKnownByItsEnding()
    {
        Dropped dropped;
        QVERIFY(dropped.drop({QUrl::fromLocalFile(u"/tmp/hall.TOML"_s)}));
        QCOMPARE(dropped.clusters.count(), 1);
        QCOMPARE(dropped.traces.count(), 0);
    }

    void aFolderIsARecordingIfItHoldsOne()
    {
        Dropped dropped;
        const QTemporaryDir folder;
        const QUrl url = QUrl::fromLocalFile(folder.path());
        QVERIFY(dropped.drop({url}));
        QCOMPARE(dropped.traces.count(), 1);
        QFile segment(folder.filePath(u"0001.sqlite"_s));
        QVERIFY(segment.open(QIODevice::WriteOnly));
        QVERIFY(dropped.drop({url}));
        QCOMPARE(dropped.recordings.count(), 1);
        QCOMPARE(dropped.traces.count(), 1);
    }

    void whatIsNoFileHereIsNotTaken()
    {
        Dropped dropped;
        QVERIFY(!dropped.drop({QUrl(u"https://example.org/rank0.json"_s)}));
        QVERIFY(!dropped.drop({}));
        QCOMPARE(dropped.traces.count(), 0);
    }
};

LOCKSTEP_GUI_TEST(tst_filedrop, TestFileDrop)
#include "tst_filedrop.moc"
