/// Parameters without names, some, all, and in the hard declarators.
#pragma once

#include <string>
#include <vector>

namespace bmi {

class Model {
public:
    virtual ~Model() = default;
    virtual void initialize(std::string) = 0;
    virtual int get(std::string, double*) const = 0;
    virtual double sum(int, double, const std::vector<double>&) = 0;
    virtual double mixed(int, double factor, int) = 0;
    virtual double apply(double (*)(double), double (&)[2], void (Model::*)(std::string)) = 0;
};

} // namespace bmi
