#pragma once

#include <ql/processes/blackscholesprocess.hpp>
#include <ql/quotes/simplequote.hpp>
#include <ql/time/date.hpp>

// A Black-Scholes market whose spot price can be moved.
class Market {
public:
    Market();

    void move_spot(double spot);
    double spot() const;

    const QuantLib::ext::shared_ptr<QuantLib::BlackScholesMertonProcess>& process() const {
        return process_;
    }

    static QuantLib::Date today();

    static constexpr double rate = 0.03;
    static constexpr double dividend_yield = 0.01;
    static constexpr double volatility = 0.2;

private:
    QuantLib::ext::shared_ptr<QuantLib::SimpleQuote> spot_;
    QuantLib::ext::shared_ptr<QuantLib::BlackScholesMertonProcess> process_;
};
