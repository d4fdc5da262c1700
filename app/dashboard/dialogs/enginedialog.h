// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/enginesurvey.h"
#include "models/core/work/latestrequest.h"

#include <QDialog>
#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;
class QTreeWidget;

namespace lockstep {

/// Queries the metrics of a Prometheus-compatible server on its own thread; a new request replaces the previous one.
/// GUI thread; the destructor cancels the query.
class EngineSurveyor : public QObject
{
    Q_OBJECT

public:
    EngineSurveyor();
    ~EngineSurveyor() override;

    void ask(const EngineEndpoint& endpoint);
    void cancel();

Q_SIGNALS:
    void surveyed(const std::shared_ptr<const lockstep::EngineSurvey>& survey);
    void failed(const QString& message);

private:
    std::uint64_t m_order = 0;
    LatestRequest m_requests; ///< last: ends before the objects that it notifies
};

/// Connects to a Prometheus-compatible server, and lists its recognised and unrecognised metrics before it is opened.
/// GUI thread; deletes itself when closed, which also cancels the query.
class EngineDialog : public QDialog
{
    Q_OBJECT

public:
    /// @param known connection settings from the command line
    explicit EngineDialog(const EngineEndpoint& known, QWidget* parent = nullptr);

Q_SIGNALS:
    void wanted(const std::shared_ptr<const lockstep::EnginePlan>& plan);

private:
    QLineEdit* addFile(QFormLayout& form, const QString& label, const std::string& path, const QString& hint);
    void makeLists();
    void ask();
    void forget();
    void tell(const EngineSurvey& survey);
    void showRecognised(const EngineSurvey& survey);
    void showUnknown(const EngineSurvey& survey);

    const EngineEndpoint m_known;
    QLineEdit* m_address;
    QLineEdit* m_tokenFile = nullptr;
    QLineEdit* m_caFile = nullptr;
    QLineEdit* m_mappingFile = nullptr;
    QPushButton* m_ask;
    QPushButton* m_open;
    QLabel* m_words;
    QTabWidget* m_tabs;
    QTreeWidget* m_recognised;
    QTreeWidget* m_unknown;
    std::shared_ptr<const EnginePlan> m_plan;
    EngineSurveyor m_surveyor;
};

} // namespace lockstep
