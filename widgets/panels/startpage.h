// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace lockstep {

/// The page shown while nothing is connected, where the user chooses a source. Only emits requests, which the app
/// handles. GUI thread; owned by its parent.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(ViewContext context, QWidget* parent = nullptr);

    /// Recent connections, latest first; an entry may contain several comma-separated addresses.
    void setRecentAddresses(const QStringList& addresses);

    /// Message on what is being opened; empty: nothing.
    void setOpening(const QString& sentence);

Q_SIGNALS:
    void demoRequested(); ///< a simulated cluster
    void thisMachineRequested();
    void clusterFileRequested();
    void recordingRequested();
    void tracesRequested();
    void engineRequested(); ///< a Prometheus-compatible server
    void connectRequested(const QString& addresses);

protected:
    [[nodiscard]] bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeOffers();
    void offerConnection();

    ViewContext m_context;
    QLabel* m_invitation = nullptr;
    QWidget* m_offers = nullptr;
    QLineEdit* m_address = nullptr;
    QPushButton* m_connect = nullptr;
    QLabel* m_recentTitle = nullptr;
    QVBoxLayout* m_recent = nullptr;
};

} // namespace lockstep
