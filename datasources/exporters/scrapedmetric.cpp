// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/scrapedmetric.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

std::string joined(const std::vector<std::string>& texts, const char* between)
{
    return fmt::format("{}", fmt::join(texts, between));
}

std::string queryOf(const ScrapedTerm& term)
{
    std::string selector = term.name;
    for (const ScrapedTerm::Match& match : term.where) {
        const bool isOne = match.values.size() == 1;
        const char* const sign = match.isEqual ? (isOne ? "=" : "=~") : (isOne ? "!=" : "!~");
        selector += fmt::format("{}{}{}\"{}\"", &match == &term.where.front() ? "{" : ",", match.label, sign,
                                joined(match.values, "|"));
    }
    selector += term.where.empty() ? "" : "}";
    const std::string values = term.isRate ? rateOf(selector) : latestOf(selector);
    const char* const how = term.of == ScrapedTerm::Of::Sum ? "sum"
        : term.of == ScrapedTerm::Of::Highest               ? "max"
                                                            : "avg";
    if (!term.by.empty())
        return fmt::format("{} by ({}) ({})", how, joined(term.by, ", "), values);
    return term.summed.empty() ? values : fmt::format("{} without ({}) ({})", how, joined(term.summed, ", "), values);
}

} // namespace

std::string ScrapedFormula::query() const
{
    std::string query = queryOf(term);
    if (form == Form::Share || form == Form::RestOfShare)
        query = fmt::format("{}{} / {}", form == Form::RestOfShare ? "1 - " : "", query, queryOf(other));
    else if (form == Form::Difference)
        query = fmt::format("{} - {}", query, queryOf(other));
    else if (form == Form::Excess)
        query = fmt::format("{} / {} - 1", query, queryOf(other));
    else if (form == Form::Quantile)
        query = fmt::format("histogram_quantile({}, {})", number, query);
    else if (form == Form::Equality)
        query = fmt::format("({} == bool {})", query, number);
    if (!positive.name.empty())
        query = fmt::format("{} and ({} > 0)", query, queryOf(positive));
    if (!label.first.empty())
        query = fmt::format("label_replace({}, \"{}\", \"{}\", \"\", \"\")", query, label.first, label.second);
    return query;
}

ScrapedMetric scrapedBy(std::string exporter, std::string metric, std::vector<ScrapedFormula> formulas, double factor)
{
    ScrapedMetric scraped{std::move(exporter), formulas.front().term.name, std::move(metric), {}, factor, {}};
    std::vector<std::string> queries;
    for (const ScrapedFormula& formula : formulas) {
        queries.push_back(formula.query());
        for (const ScrapedTerm* const term : {&formula.term, &formula.other, &formula.positive}) {
            const bool isNew = !term->name.empty() && term->name != scraped.seen
                && std::ranges::find(scraped.others, term->name) == scraped.others.end();
            if (isNew)
                scraped.others.push_back(term->name);
        }
    }
    if (formulas.front().form == ScrapedFormula::Form::Quantile) {
        const std::string histogram = scraped.seen.substr(0, scraped.seen.rfind("_bucket"));
        for (const char* part : {"_sum", "_count"})
            scraped.others.push_back(histogram + part);
    }
    scraped.query = joined(queries, " or ");
    scraped.formulas = std::move(formulas);
    return scraped;
}

} // namespace lockstep
