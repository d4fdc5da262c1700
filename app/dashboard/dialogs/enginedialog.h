// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/enginesurvey.h"
#include "models/core/work/latestrequest.h"

#include <QDialog>

#include <cstdint>
#include <memory>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;
class QTreeWidget;

namespace lockstep {

/// Connects to a Prometheus-compatible server. Before the server is opened, lists recognised and unrecognised metrics,
/// and the detectors that have the metrics they need. GUI thread; queries on its own thread; deletes itself when
/// closed, which also cancels the query.
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
    void take(const Result<EngineSurvey>& answer);
    void showSurvey(const EngineSurvey& survey);
    void showRecognised(const EngineSurvey& survey);
    void showUnknown(const EngineSurvey& survey);
    void showCoverage(const EngineSurvey& survey);

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
    QTreeWidget* m_coverage;
    std::shared_ptr<const EnginePlan> m_plan;
    std::uint64_t m_order = 0; ///< number of the query whose answer is wanted
    LatestRequest m_queries; ///< last member: ends before the others that its thread uses
};

} // namespace lockstep
