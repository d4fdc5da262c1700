// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/exercise/exerciseresultdialog.h"

#include "app/dashboard/exercise/exercisewords.h"
#include "app/session/exercise/exercisecontroller.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int storyWidth = 520;

} // namespace

ExerciseResultDialog::ExerciseResultDialog(const ExerciseController& exercise, QWidget* parent) : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Result"));
    auto* const verdict = makeLabel(exerciseVerdict(*exercise.result()));
    verdict->setFont(textFont(1.25));
    QString words = exerciseStory(*exercise.result());
    if (!exercise.recording().isEmpty())
        words += QStringLiteral("\n\n") + tr("Recording: %1").arg(exercise.recording());
    auto* const story = makeLabel(words);
    story->setWordWrap(true);
    story->setMinimumWidth(storyWidth);
    story->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(verdict);
    column->addWidget(story);
    column->addWidget(buttons);
}

} // namespace lockstep

#include "moc_exerciseresultdialog.cpp"
