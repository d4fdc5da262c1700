// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/alertoutlets.h"

#include <QDialog>
#include <QTimer>

#include <memory>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace lockstep {

class OutletTrial;

/// Asks whom alerts are to be sent to, and takes nothing that cannot be. A test message shows whether they are reached,
/// before anything is kept. GUI thread, which waits for nobody; deletes itself.
class RecipientsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit RecipientsDialog(const AlertRecipients& recipients, QWidget* parent = nullptr);
    ~RecipientsDialog() override;

    [[nodiscard]] AlertRecipients recipients() const;
    void accept() override;

Q_SIGNALS:
    void chosen(const lockstep::AlertRecipients& recipients);

private:
    void test();
    void showTrial();

    QPlainTextEdit* m_urls;
    QLineEdit* m_caFile;
    QLineEdit* m_tokenFile;
    QLabel* m_problem;
    QPushButton* m_test;
    std::unique_ptr<OutletTrial> m_trial; ///< null: none was made
    QTimer m_trialClock;
};

} // namespace lockstep
