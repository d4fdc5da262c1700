// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/recordinglimitsdialog.h"
#include "tests/support/testentry.h"
#include "tests/support/tieredrecording.h"
#include "tests/support/waiting.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using lockstep::test::TieredRecording;

class TestRecordingLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDialogShowsHowMuchTimeTheLimitsHold()
    {
        const QTemporaryDir folder;
        constexpr TickIndex first = TieredRecording::firstTick;
        QCOMPARE(TieredRecording::write(TieredRecording::options(folder.path().toStdString()), {first, first + 6000}),
                 QString());
        auto* const dialog = new RecordingLimitsDialog({}, folder.path());
        const auto unknown = [dialog] {
            int count = 0;
            for (const QLabel* const label : dialog->findChildren<QLabel*>())
                count += label->text() == QStringLiteral("no data yet") ? 1 : 0;
            return count;
        };
        QCOMPARE(unknown(), 3);
        QTRY_COMPARE(unknown(), 0);
        RecordingLimits chosen;
        QObject::connect(dialog, &RecordingLimitsDialog::chosen, dialog,
                         [&chosen](const RecordingLimits& limits) { chosen = limits; });
        const QList<QDoubleSpinBox*> spins = dialog->findChildren<QDoubleSpinBox*>();
        QCOMPARE(spins.size(), 6);
        spins.front()->setValue(24); // GiB of samples
        dialog->accept();
        QCOMPARE(chosen.ticks.bytes, std::uint64_t{24} << 30U);
        QCOMPARE(chosen.tiers[0].bytes, RecordingLimits().tiers[0].bytes);
        QCOMPARE(chosen.tiers[1].age, RecordingLimits().tiers[1].age);
    }
};

LOCKSTEP_GUI_TEST(tst_recordinglimits, TestRecordingLimits)
#include "tst_recordinglimits.moc"
