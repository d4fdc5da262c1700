// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/palette/fuzzymatch.h"

#include <QList>

namespace lockstep {

namespace {

constexpr int runScore = 100;
constexpr int wordStartScore = 40;
constexpr int wholeWordScore = 20;
constexpr int scatteredStartScore = 12;
constexpr int scatteredNextScore = 6;

bool isWordStart(QStringView text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber() || (text[at - 1].isLower() && text[at].isUpper());
}

/// The best run of @p word in @p text, or nothing.
std::optional<int> scoreRun(QStringView word, QStringView text)
{
    std::optional<int> best;
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
        const qsizetype after = at + word.size();
        int score = runScore;
        if (isWordStart(text, at)) {
            score += wordStartScore;
            if (after == text.size() || !text[after].isLetterOrNumber())
                score += wholeWordScore;
        }
        best = std::max(best.value_or(score), score);
    }
    return best;
}

/// The letters of @p word in order with others between, the first at a word's start: "gt" finds "GPU temperature".
std::optional<int> scoreScattered(QStringView word, QStringView text)
{
    int score = 0;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar letter : word) {
        at = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (last < 0) {
            while (at >= 0 && !isWordStart(text, at))
                at = text.indexOf(letter, at + 1, Qt::CaseInsensitive);
        }
        if (at < 0)
            return std::nullopt;
        if (isWordStart(text, at))
            score += scatteredStartScore;
        else if (at == last + 1)
            score += scatteredNextScore;
        last = at++;
    }
    return score;
}

} // namespace

std::optional<int> fuzzyScore(QStringView query, QStringView text)
{
    int total = 0;
    for (const QStringView word : query.split(u' ', Qt::SkipEmptyParts)) {
        auto score = scoreRun(word, text);
        if (!score)
            score = scoreScattered(word, text);
        if (!score)
            return std::nullopt;
        total += *score;
    }
    // Of equals the shorter: it is more of what was typed.
    return total * 4 - static_cast<int>(std::min<qsizetype>(text.size(), 200));
}

} // namespace lockstep
