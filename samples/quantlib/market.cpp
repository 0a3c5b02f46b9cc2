#include "market.hpp"

#include <ql/settings.hpp>
#include <ql/termstructures/volatility/equityfx/blackconstantvol.hpp>
#include <ql/termstructures/yield/flatforward.hpp>
#include <ql/time/calendars/nullcalendar.hpp>
#include <ql/time/daycounters/actual365fixed.hpp>

namespace ql = QuantLib;

Market::Market() : spot_(ql::ext::make_shared<ql::SimpleQuote>(100.0)) {
    ql::Settings::instance().evaluationDate() = today();
    const ql::Actual365Fixed days;
    const auto flat = [&](double value) {
        return ql::Handle<ql::YieldTermStructure>(
            ql::ext::make_shared<ql::FlatForward>(today(), value, days));
    };
    const ql::Handle<ql::BlackVolTermStructure> volatilities(
        ql::ext::make_shared<ql::BlackConstantVol>(today(), ql::NullCalendar(), volatility, days));
    process_ = ql::ext::make_shared<ql::BlackScholesMertonProcess>(
        ql::Handle<ql::Quote>(spot_), flat(dividend_yield), flat(rate), volatilities);
}

void Market::move_spot(double spot) {
    spot_->setValue(spot);
}

double Market::spot() const {
    return spot_->value();
}

ql::Date Market::today() {
    return {1, ql::July, 2024};
}
