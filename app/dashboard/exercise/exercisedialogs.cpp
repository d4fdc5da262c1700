// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/exercise/exercisedialogs.h"

#include "app/dashboard/exercise/exercisewords.h"
#include "app/session/exercise/exercisecontroller.h"
#include "app/session/exercise/exerciseroles.h"
#include "datasources/text/textfile.h"
#include "models/analysis/causality/causes.h"
#include "models/view/selection.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QRandomGenerator>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int surprise = 0; ///< the first to choose; the drills follow
constexpr double faint = 1.0 / 3;
constexpr int summaryWidth = 460;

} // namespace

StartExerciseDialog::StartExerciseDialog(ExerciseOffer offer, QWidget* parent)
    : QDialog(parent),
      m_offer(std::move(offer)),
      m_which(new QComboBox),
      m_hall(new QComboBox),
      m_roles(new QComboBox),
      m_strength(new QComboBox),
      m_summary(makeLabel())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Practise with a drill"));
    m_which->setAccessibleName(tr("Drill"));
    m_which->addItem(tr("Surprise me"));
    for (const sim::Drill& drill : m_offer.drills)
        m_which->addItem(QString::fromStdString(drill.name));
    if (m_offer.incident)
        m_which->addItem(tr("Incident: %1").arg(QString::fromStdString(m_offer.incident->title)));
    m_hall->setAccessibleName(tr("Cluster"));
    m_hall->addItem(tr("Demo"));
    m_halls.push_back(nullptr);
    if (m_offer.shown) {
        m_hall->addItem(
            tr("Cluster in this window (%n nodes)", nullptr, static_cast<int>(m_offer.shown->spec.nodes.size())));
        m_halls.push_back(m_offer.shown);
    }
    m_hall->addItem(tr("Cluster file..."));
    m_strength->setAccessibleName(tr("Severity"));
    m_strength->addItem(tr("Full"), 1.0);
    m_strength->addItem(tr("One third"), faint);
    m_roles->setAccessibleName(tr("Roles"));
    m_roles->addItem(tr("No roles (all views visible)"), QString());
    m_roles->addItem(tr("Facilities"), u"facilities"_s);
    m_roles->addItem(tr("Training"), u"training"_s);
    m_roles->addItem(tr("Facilities and Training, in turn"), u"both"_s);
    m_summary->setWordWrap(true);
    m_summary->setMinimumWidth(summaryWidth);
    m_summary->setMinimumHeight(6 * m_summary->fontMetrics().lineSpacing());
    m_summary->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Start"));
    connect(buttons, &QDialogButtonBox::accepted, this, &StartExerciseDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QComboBox* const each : {m_which, m_roles})
        connect(each, &QComboBox::currentIndexChanged, this, &StartExerciseDialog::explain);
    connect(m_hall, &QComboBox::activated, this, &StartExerciseDialog::askForHall);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("Drill"), m_which);
    form->addRow(tr("Cluster"), m_hall);
    form->addRow(tr("Severity"), m_strength);
    form->addRow(tr("Roles"), m_roles);
    form->addRow(m_summary);
    form->addRow(buttons);
    explain();
}

bool StartExerciseDialog::isIncident() const
{
    return m_offer.incident && m_which->currentIndex() == m_which->count() - 1;
}

std::vector<ExerciseRole> StartExerciseDialog::roles() const
{
    return rolesFromName(m_roles->currentData().toString().toStdString()).value_or(std::vector<ExerciseRole>());
}

/// The last row asks for a file; the file's hall then gets its own row.
void StartExerciseDialog::askForHall()
{
    if (m_hall->currentIndex() != m_hall->count() - 1)
        return;
    m_hall->setCurrentIndex(0);
    auto* const dialog = new QFileDialog(this, tr("Open a cluster file"), QString(), tr("Cluster files (*.toml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &StartExerciseDialog::takeHall);
    dialog->open();
}

void StartExerciseDialog::takeHall(const QString& path)
{
    const Result<HallPtr> hall = hallOfFile(path.toStdString());
    if (!hall.isOk())
        return m_summary->setText(QString::fromStdString(hall.error().message));
    m_halls.push_back(hall.value());
    m_hall->insertItem(m_hall->count() - 1, QFileInfo(path).fileName());
    m_hall->setCurrentIndex(m_hall->count() - 2);
}

void StartExerciseDialog::explain()
{
    m_hall->setEnabled(!isIncident());
    m_strength->setEnabled(!isIncident());
    const int which = m_which->currentIndex();
    QString text = isIncident()
        ? tr("The recording starts two minutes before the incident. Play it, and diagnose the cause and the place. Do "
             "not skip ahead.")
        : (which == surprise ? tr("Lockstep picks one of the drills, or a run without any fault.")
                             : QString::fromStdString(m_offer.drills[static_cast<std::size_t>(which - 1)].summary))
            + QLatin1Char(' ')
            + tr("The drill runs on a simulated cluster. The fault begins at a random place and time. Report when you "
                 "notice a problem, then diagnose its cause and place. The run is recorded.");
    if (!roles().empty())
        text += QLatin1Char(' ')
            + tr("The Facilities role sees cooling loops, racks, power and temperatures. The Training role sees jobs, "
                 "steps, waits and the fabric. Each role has its own alerts and submits its own diagnosis. \"Show "
                 "answer\" ends the exercise for both roles.");
    m_summary->setText(text);
}

void StartExerciseDialog::accept()
{
    if (isIncident()) {
        Q_EMIT incidentChosen(*m_offer.incident, roles());
        return QDialog::accept();
    }
    const double factor = m_strength->currentData().toDouble();
    const std::uint64_t number = QRandomGenerator::system()->generate64();
    const HallPtr hall = m_halls[static_cast<std::size_t>(m_hall->currentIndex())];
    const int which = m_which->currentIndex();
    Result<SimulatedDrill> exercise = surpriseExercise(factor, number, hall);
    if (which != surprise) {
        const sim::Drill& drill = m_offer.drills[static_cast<std::size_t>(which - 1)];
        const Status playable = isPlayable(drill, hall);
        exercise = playable.isOk() ? Result<SimulatedDrill>(exerciseOf(drill, factor, number, hall))
                                   : Result<SimulatedDrill>(playable.error());
    }
    if (!exercise.isOk())
        return m_summary->setText(QString::fromStdString(exercise.error().message));
    SimulatedDrill drill = std::move(exercise).value();
    drill.roles = roles();
    Q_EMIT chosen(drill);
    QDialog::accept();
}

namespace {

constexpr int storyWidth = 520;
constexpr std::size_t largestResult = 1'000'000; ///< bytes of a file

} // namespace

ExerciseResultDialog::ExerciseResultDialog(const ExerciseController& exercise, QWidget* parent)
    : QDialog(parent), m_story(makeLabel())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Result of exercise"));
    auto* const verdict = makeLabel(exerciseVerdict(*exercise.result()));
    verdict->setFont(textFont(1.25));
    QString words = exerciseSummary(exercise.results());
    if (!exercise.recording().isEmpty())
        words += QStringLiteral("\n\n") + tr("Recording: %1").arg(exercise.recording());
    m_story->setText(words);
    m_story->setWordWrap(true);
    m_story->setMinimumWidth(storyWidth);
    m_story->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    if (exercise.roles().size() == 1) {
        QPushButton* const other
            = buttons->addButton(tr("Add the other role's result..."), QDialogButtonBox::ActionRole);
        other->setToolTip(tr("Adds the result of the role that practised in another window. Select exercise.json in "
                             "the folder of that window's recording."));
        connect(other, &QPushButton::clicked, this, &ExerciseResultDialog::askForOther);
    }
    auto* const column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(verdict);
    column->addWidget(m_story);
    column->addWidget(buttons);
}

void ExerciseResultDialog::askForOther()
{
    auto* const dialog
        = new QFileDialog(this, tr("Open the result of another window"), QString(), tr("Results (exercise.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &ExerciseResultDialog::addOther);
    dialog->open();
}

void ExerciseResultDialog::addOther(const QString& path)
{
    const Result<std::string> text = readTextFile(path.toStdString(), largestResult);
    const QString story = text.isOk()
        ? otherRoleSummary(QJsonDocument::fromJson(QByteArray::fromStdString(text.value())).object())
        : QString::fromStdString(text.error().message);
    m_story->setText(m_story->text() + QStringLiteral("\n\n")
                     + (story.isEmpty() ? tr("%1 does not contain the result of an exercise").arg(path) : story));
}

namespace {

constexpr int placeWidth = 420;

/// Fault kinds to choose from, with their descriptions.
std::vector<std::pair<QString, QString>> choices()
{
    std::vector<std::pair<QString, QString>> choices;
    for (const CauseRow& cause : causeRows()) {
        if (sim::faultKindFromName(cause.kind))
            choices.emplace_back(causeDescription(cause.kind),
                                 QString::fromLatin1(cause.kind.data(), static_cast<qsizetype>(cause.kind.size())));
    }
    std::ranges::sort(choices);
    return choices;
}

} // namespace

ExerciseAnswerDialog::ExerciseAnswerDialog(ExerciseController& exercise, const Selection& selection, QWidget* parent)
    : QDialog(parent), m_exercise(exercise), m_selection(selection), m_kind(new QComboBox), m_place(makeLabel())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Your diagnosis"));
    m_kind->setAccessibleName(tr("Cause"));
    m_kind->addItem(tr("Nothing is wrong"), QString());
    for (const auto& [words, kind] : choices())
        m_kind->addItem(words, kind);
    m_kind->setMaxVisibleItems(m_kind->count());
    m_place->setWordWrap(true);
    m_place->setMinimumWidth(placeWidth);
    m_place->setMinimumHeight(2 * m_place->fontMetrics().lineSpacing());
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_say = buttons->button(QDialogButtonBox::Ok);
    m_say->setText(tr("Submit"));
    connect(buttons, &QDialogButtonBox::accepted, this, &ExerciseAnswerDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ExerciseAnswerDialog::refresh);
    connect(&selection, &Selection::selectedChanged, this, &ExerciseAnswerDialog::refresh);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("Cause"), m_kind);
    form->addRow(tr("Place"), m_place);
    form->addRow(buttons);
    refresh();
}

bool ExerciseAnswerDialog::needsPlace() const
{
    const QString kind = m_kind->currentData().toString();
    return !kind.isEmpty() && kind.toStdString() != kinds::storageContention;
}

void ExerciseAnswerDialog::refresh()
{
    QStringList names;
    for (const std::string& name : m_exercise.namesOf(m_selection.selected()))
        names += QString::fromStdString(name);
    if (!needsPlace())
        m_place->setText(tr("determined by the cause"));
    else if (names.isEmpty())
        m_place->setText(tr("Select the faulty component in the window. This dialog stays open."));
    else
        m_place->setText(names.join(QStringLiteral(", ")));
    m_say->setEnabled(!needsPlace() || !names.isEmpty());
}

void ExerciseAnswerDialog::accept()
{
    m_exercise.answer(m_kind->currentData().toString().toStdString(),
                      needsPlace() ? m_selection.selected() : std::vector<EntityRef>());
    QDialog::accept();
}

} // namespace lockstep

#include "moc_exercisedialogs.cpp"
