// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/notifiertrial.h"
#include "app/dashboard/actions/action.h"
#include "app/dashboard/actions/alertsound.h"
#include "app/dashboard/actions/traceactions.h"
#include "app/dashboard/actions/windowactions.h"
#include "app/dashboard/composition.h"
#include "app/session/alertnotifiers.h"
#include "app/session/livesession.h"
#include "app/session/settings.h"
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/causes.h"
#include "models/incidents/judgement.h"
#include "models/view/modeltext.h"
#include "models/view/translation.h"
#include "widgets/common/controls.h"
#include "widgets/panels/alertspanel.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <array>
#include <memory>

namespace lockstep {

namespace {

/// Edits the addresses that alerts are sent to, and rejects invalid ones. A test message checks delivery before
/// anything is saved. GUI thread, never blocks; deletes itself.
class RecipientsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit RecipientsDialog(const AlertRecipients& recipients, QWidget* parent = nullptr)
        : QDialog(parent),
          m_urls(new QPlainTextEdit(recipients.urls.join(QLatin1Char('\n')))),
          m_caFile(new QLineEdit(recipients.caFile)),
          m_tokenFile(new QLineEdit(recipients.tokenFile)),
          m_problem(makeLabel()),
          m_test(new QPushButton(tr("Send test message")))
    {
        setAttribute(Qt::WA_DeleteOnClose);
        setWindowTitle(tr("Send alerts"));
        auto* const words = makeLabel();
        words->setText(tr("Lockstep sends a JSON POST request to each address when an alert begins, changes or ends. "
                          "An address that ends in /api/v2/alerts is treated as an Alertmanager. Alerts are sent only "
                          "for live data, never for the demo."));
        words->setWordWrap(true);
        m_urls->setPlaceholderText(QStringLiteral("https://host/hook\nhttp://host:9093/api/v2/alerts"));
        m_urls->setTabChangesFocus(true);
        m_urls->setMinimumWidth(480);
        m_caFile->setPlaceholderText(tr("optional; default: the system's CA certificates"));
        m_tokenFile->setPlaceholderText(tr("optional; must be readable only by you (mode 0600)"));
        m_problem->setWordWrap(true);
        auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
        buttons->addButton(m_test, QDialogButtonBox::ActionRole);
        m_test->setToolTip(tr("Send a test message to all addresses"));
        connect(m_test, &QPushButton::clicked, this, &RecipientsDialog::test);
        connect(&m_trialClock, &QTimer::timeout, this, &RecipientsDialog::showTrial);
        connect(buttons, &QDialogButtonBox::accepted, this, &RecipientsDialog::accept);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        auto* const form = new QFormLayout(this);
        form->addRow(words);
        form->addRow(tr("Addresses (one per line)"), m_urls);
        form->addRow(tr("CA certificates (PEM)"), m_caFile);
        form->addRow(tr("Token file"), m_tokenFile);
        form->addRow(m_problem);
        form->addRow(buttons);
    }

    [[nodiscard]] AlertRecipients recipients() const
    {
        AlertRecipients recipients{{}, m_caFile->text().trimmed(), m_tokenFile->text().trimmed()};
        for (const QString& line : m_urls->toPlainText().split(QLatin1Char('\n'))) {
            if (!line.trimmed().isEmpty())
                recipients.urls.append(line.trimmed());
        }
        return recipients;
    }

    void accept() override
    {
        const AlertRecipients all = recipients();
        const Result<std::vector<NotifierTarget>> targets = notifierTargets(all);
        if (!targets.isOk()) {
            m_problem->setText(QString::fromStdString(targets.error().message));
            return;
        }
        Q_EMIT chosen(all);
        QDialog::accept();
    }

Q_SIGNALS:
    void chosen(const lockstep::AlertRecipients& recipients);

private:
    void test()
    {
        Result<std::vector<NotifierTarget>> targets = notifierTargets(recipients());
        if (!targets.isOk() || targets.value().empty()) {
            m_problem->setText(targets.isOk() ? tr("Enter an address first.")
                                              : QString::fromStdString(targets.error().message));
            return;
        }
        m_trial = std::make_unique<NotifierTrial>(std::move(targets).value());
        m_test->setEnabled(false);
        m_trialClock.start(std::chrono::milliseconds(100));
        showTrial();
    }

    void showTrial()
    {
        QStringList lines;
        for (const NotifierTrial::Outcome& each : m_trial->outcomes()) {
            const QString says = QString::fromStdString(each.says);
            if (each.state == NotifierTrial::Outcome::State::Arrived)
                lines.append(tr("Delivered: %1").arg(says));
            else if (each.state == NotifierTrial::Outcome::State::Failed)
                lines.append(tr("Not delivered: %1").arg(says));
            else
                lines.append(tr("Waiting: %1").arg(says));
        }
        m_problem->setText(lines.join(QLatin1Char('\n')));
        if (!m_trial->isSettled()) // a receiver that does not answer times out in the notifier
            return;
        m_trialClock.stop();
        m_trial.reset();
        m_test->setEnabled(true);
    }

    QPlainTextEdit* m_urls;
    QLineEdit* m_caFile;
    QLineEdit* m_tokenFile;
    QLabel* m_problem;
    QPushButton* m_test;
    std::unique_ptr<NotifierTrial> m_trial; ///< null: no test yet
    QTimer m_trialClock;
};

struct MuteLength
{
    const char* words;
    Duration length; ///< zero: until undone
};

constexpr std::array muteLengths{MuteLength{QT_TRANSLATE_NOOP("lockstep", "for an hour"), std::chrono::hours(1)},
                                 MuteLength{QT_TRANSLATE_NOOP("lockstep", "for eight hours"), std::chrono::hours(8)},
                                 MuteLength{QT_TRANSLATE_NOOP("lockstep", "for a day"), std::chrono::hours(24)},
                                 MuteLength{QT_TRANSLATE_NOOP("lockstep", "for a week"), std::chrono::hours(168)},
                                 MuteLength{QT_TRANSLATE_NOOP("lockstep", "until I unmute it"), Duration::zero()}};

std::vector<Judgement> mutesOf(const IncidentWorkspace& workspace, const Alert& alert)
{
    std::vector<Judgement> mutes
        = judgementsOf(workspace.records().judgements(), alert.key, alert.kind, alert.names, wallClockNow());
    std::erase_if(mutes,
                  [](const Judgement& each) { return each.verdict != Judgement::Verdict::Muted || each.isForeign(); });
    return mutes;
}

/// Creates and withdraws judgements on the current alert. Lives as long as the window's actions.
class Judging
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Judging)

public:
    Judging(QWidget& window, Composition& composition, AlertsPanel& alerts, std::function<void(const QString&)> say)
        : m_window(window), m_composition(composition), m_alerts(alerts), m_say(std::move(say))
    { }

    void confirm() const
    {
        if (const auto alert = currentAlert())
            make(*alert, Judgement::Verdict::Confirmed, {}, std::nullopt);
    }

    void reject() const
    {
        ask(tr("Reject alert"), tr("Why is this alert wrong?"), {}, [this](const Alert& alert, const QString& why) {
            make(alert, Judgement::Verdict::Rejected, why, std::nullopt);
        });
    }

    void assign() const
    {
        const auto alert = m_alerts.currentAlert();
        const QString owner
            = alert && !alert->owners.empty() ? QString::fromStdString(alert->owners.front()) : QString();
        ask(tr("Assign alert"), tr("Assign to:"), owner,
            [this](const Alert& of, const QString& who) { make(of, Judgement::Verdict::Assigned, who, std::nullopt); });
    }

    /// Mutes, or unmutes if already muted.
    void mute() const
    {
        const auto alert = currentAlert();
        if (!alert || unmute(*alert))
            return;
        QStringList lengths;
        for (const MuteLength& each : muteLengths)
            lengths.append(lockstep::tr(each.words));
        auto* dialog = dialogOf(tr("Mute alert"),
                                tr("Mute alerts of this cause (%1) at %2:").arg(kindOf(*alert), placeOf(*alert)));
        dialog->setComboBoxItems(lengths);
        QObject::connect(dialog, &QInputDialog::textValueSelected, &m_window,
                         [this, lengths, alert = *alert](const QString& chosen) {
                             const auto at = static_cast<std::size_t>(std::max<qsizetype>(0, lengths.indexOf(chosen)));
                             const Duration length = muteLengths.at(at).length;
                             make(alert, Judgement::Verdict::Muted, {},
                                  length == Duration::zero() ? std::nullopt : std::optional(wallClockNow() + length));
                         });
        dialog->open();
    }

private:
    [[nodiscard]] std::optional<Alert> currentAlert() const
    {
        const std::optional<Alert> alert = m_alerts.currentAlert();
        if (!alert)
            m_say(tr("No alert selected"));
        return alert;
    }

    [[nodiscard]] static QString kindOf(const Alert& alert)
    {
        const CauseRow* const kind = causeRow(alert.kind);
        return kind == nullptr ? QString::fromStdString(alert.kind) : modelText(kind->words);
    }

    [[nodiscard]] static QString placeOf(const Alert& alert)
    {
        return alert.names.empty() ? tr("any component") : QString::fromStdString(alert.names.front());
    }

    [[nodiscard]] QInputDialog* dialogOf(const QString& title, const QString& label) const
    {
        auto* dialog = new QInputDialog(&m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(title);
        dialog->setLabelText(label);
        return dialog;
    }

    void ask(const QString& title, const QString& question, const QString& answer,
             std::function<void(const Alert&, const QString&)> then) const
    {
        const auto alert = currentAlert();
        if (!alert)
            return;
        auto* dialog = dialogOf(title, question);
        dialog->setTextValue(answer);
        QObject::connect(dialog, &QInputDialog::textValueSelected, &m_window,
                         [alert = *alert, then = std::move(then)](const QString& text) {
                             if (!text.trimmed().isEmpty())
                                 then(alert, text.trimmed());
                         });
        dialog->open();
    }

    [[nodiscard]] static const char* undoText(Judgement::Verdict verdict)
    {
        switch (verdict) {
        case Judgement::Verdict::Confirmed:
            return "Confirm alert";
        case Judgement::Verdict::Rejected:
            return "Reject alert";
        case Judgement::Verdict::Muted:
            return "Mute alert";
        case Judgement::Verdict::Assigned:
            break;
        }
        return "Assign alert";
    }

    void make(const Alert& alert, Judgement::Verdict verdict, const QString& text, std::optional<TimePoint> until) const
    {
        IncidentWorkspace& workspace = m_composition.incidents().workspace();
        Judgement judgement{newKey<JudgementKey>(),
                            verdict,
                            alert.key,
                            alert.kind,
                            alert.names.empty() ? std::string() : alert.names.front(),
                            text.toStdString(),
                            until,
                            workspace.author(),
                            wallClockNow(),
                            {}};
        IncidentChange change;
        change.text = undoText(verdict);
        const QString done = tr("Alert %1. Press Ctrl+Z to undo.").arg(modelText(judgementText(judgement)));
        change.judgements.push_back({std::nullopt, std::move(judgement)});
        workspace.make(change);
        m_say(done); // after the change, because the change dismisses earlier messages
    }

    /// @return whether it was muted
    bool unmute(const Alert& alert) const
    {
        IncidentWorkspace& workspace = m_composition.incidents().workspace();
        IncidentChange change;
        change.text = "Unmute alert";
        for (const Judgement& each : mutesOf(workspace, alert))
            change.judgements.push_back({each, std::nullopt});
        if (change.judgements.empty())
            return false;
        workspace.make(change);
        m_say(tr("Alert unmuted"));
        return true;
    }

    QWidget& m_window;
    Composition& m_composition;
    AlertsPanel& m_alerts;
    std::function<void(const QString&)> m_say;
};

/// Adds actions for judging alerts to the window: confirm, reject, assign, mute. Judgements are stored with the
/// incidents and can be undone.
QList<QAction*> addJudgementActions(QWidget& window, Composition& composition, AlertsPanel& alerts,
                                    std::function<void(const QString&)> say)
{
    const auto judging = std::make_shared<Judging>(window, composition, alerts, std::move(say));
    return {
        makeAction(window, tr("Confirm alert"), Qt::Key_J, [judging] { judging->confirm(); }),
        makeAction(window, tr("Reject alert..."), Qt::SHIFT | Qt::Key_J, [judging] { judging->reject(); }),
        makeAction(window, tr("Mute or unmute alert..."), Qt::Key_M, [judging] { judging->mute(); }),
        makeAction(window, tr("Assign alert..."), Qt::SHIFT | Qt::Key_M, [judging] { judging->assign(); }),
    };
}

constexpr Duration shelvedFor = std::chrono::minutes(30);

/// The response that sets an alert to a state: acknowledged, shelved or active.
/// @param length of a shelving
AlertResponse responseFor(const Alert& alert, Alert::State state, Duration length)
{
    Event event = state == Alert::State::Acknowledged
        ? acknowledgement(alert, {})
        : shelving(alert, {}, state == Alert::State::Shelved ? length : Duration::zero(), {});
    // An event needs an entity. An alert on a job or storage may have none, so the first one in the chain is used.
    EntityRef place{EntityKind::Node, 0};
    if (!alert.entities.empty())
        place = alert.entities.front();
    else if (!alert.chain.empty() && !alert.chain.front().entities.empty())
        place = alert.chain.front().entities.front();
    return {place, std::move(event.code), std::move(event.text), std::move(event.fields)};
}

/// Acknowledges, shelves or reopens the current alert.
/// @return message for the user; empty: none
QString respondToMeant(Composition& composition, const AlertsPanel& alerts, Alert::State state)
{
    const std::optional<Alert> alert = alerts.currentAlert();
    if (!alert)
        return tr("No alert selected");
    if (!composition.session().isLive() || !composition.time().isFollowing())
        return tr("Alerts can only be acknowledged or shelved while live data is shown. Press L to go live.");
    if (alert->state == Alert::State::Cleared)
        return tr("This alert has already cleared: %1").arg(modelText(alert->title));
    if (state == Alert::State::Acknowledged && alert->state == state)
        return tr("This alert is already acknowledged. Press Shift+U to reopen it.");
    if (state == Alert::State::Active && alert->state == state)
        return tr("This alert is neither acknowledged nor shelved.");
    IncidentWorkspace& workspace = composition.incidents().workspace();
    if (alert->state == Alert::State::Shelved && !mutesOf(workspace, *alert).empty())
        return tr("This alert is muted. Press M to unmute it.");
    IncidentChange change;
    AlertResponse before = responseFor(*alert, alert->state, alert->shelvedUntil - wallClockNow());
    if (alert->state == Alert::State::Shelved)
        before.shelvedUntil = alert->shelvedUntil;
    change.responses.push_back({std::move(before), responseFor(*alert, state, shelvedFor)});
    QString done;
    switch (state) {
    case Alert::State::Acknowledged:
        change.text = "Acknowledge alert";
        done = tr("Alert acknowledged. Press Ctrl+Z to undo.");
        break;
    case Alert::State::Shelved:
        change.text = "Shelve alert";
        done = tr("Alert shelved for 30 min. Press Ctrl+Z to undo.");
        break;
    default:
        change.text = "Reopen alert";
        done = tr("Alert reopened. Press Ctrl+Z to undo.");
    }
    workspace.make(change);
    return done;
}

void reportRecipients(Composition& composition, const Settings& settings,
                      const std::function<void(const QString&)>& say)
{
    auto* const live = qobject_cast<LiveSession*>(&composition.session());
    if (live == nullptr)
        return;
    Result<std::vector<NotifierTarget>> targets = notifierTargets(settings.alertRecipients());
    if (!targets.isOk())
        return say(tr("Cannot send alerts: %1").arg(QString::fromStdString(targets.error().message)));
    live->reportAlerts(std::move(targets).value());
}

void askForRecipients(QWidget& window, Composition& composition, Settings& settings,
                      const std::function<void(const QString&)>& say)
{
    auto* dialog = new RecipientsDialog(settings.alertRecipients(), &window);
    QObject::connect(dialog, &RecipientsDialog::chosen, &window,
                     [&composition, &settings, say](const AlertRecipients& recipients) {
                         settings.setAlertRecipients(recipients);
                         reportRecipients(composition, settings, say);
                     });
    dialog->open();
}

/// Plays the sound once when enabled, so that the user knows that it works.
QAction* addSoundAction(QWidget& window, Composition& composition, Settings& settings)
{
    auto* sound = new AlertSound(composition, &window);
    auto* action = new QAction(tr("Play sound on new critical alerts"), &window);
    action->setCheckable(true);
    action->setChecked(settings.alertSound());
    sound->setOn(settings.alertSound());
    QObject::connect(action, &QAction::toggled, sound, [sound, &settings](bool isOn) {
        settings.setAlertSound(isOn);
        sound->setOn(isOn);
        if (isOn)
            sound->ring();
    });
    window.addAction(action);
    return action;
}

} // namespace

QList<QAction*> addAlertActions(QWidget& window, Composition& composition, Settings& settings, AlertsPanel& alerts,
                                std::function<void(const QString&)> say)
{
    reportRecipients(composition, settings, say);
    const auto respond = [&composition, &alerts, say](Alert::State state) {
        if (const QString message = respondToMeant(composition, alerts, state); !message.isEmpty())
            say(message);
    };
    const auto showMeant = [&alerts, say] {
        if (const auto alert = alerts.currentAlert())
            alerts.showOnset(*alert);
        else
            say(tr("No alert selected"));
    };
    QList<QAction*> actions{
        makeAction(window, tr("Acknowledge alert"), Qt::Key_K, [respond] { respond(Alert::State::Acknowledged); }),
        makeAction(window, tr("Go to alert onset"), Qt::SHIFT | Qt::Key_K, showMeant),
        makeAction(window, tr("Shelve alert for 30 min"), Qt::SHIFT | Qt::Key_S,
                   [respond] { respond(Alert::State::Shelved); }),
        makeAction(window, tr("Reopen alert"), Qt::SHIFT | Qt::Key_U, [respond] { respond(Alert::State::Active); }),
    };
    actions.append(addJudgementActions(window, composition, alerts, say));
    actions.append(addTraceActions(window, composition, alerts, say));
    alerts.table().addActions(actions);
    alerts.table().setContextMenuPolicy(Qt::ActionsContextMenu);
    actions.append(makeAction(window, tr("Send alerts..."), QKeySequence(), [&window, &composition, &settings, say] {
        askForRecipients(window, composition, settings, say);
    }));
    actions.append(addSoundAction(window, composition, settings));
    return actions;
}

} // namespace lockstep

#include "alertactions.moc"
