// A header that uses std::string and std::vector without including them (as CSDMS' bmi.hxx does),
// and that guards itself with a macro whose name is reserved.
#ifndef _NOT_SELF_CONTAINED_HPP
#define _NOT_SELF_CONTAINED_HPP

namespace bmi {

class Bmi {
public:
    virtual ~Bmi() {}
    virtual void Initialize(std::string config_file) = 0;
    virtual std::vector<std::string> GetInputVarNames() = 0;
    virtual void GetValue(std::string name, void* dest) = 0;
    virtual int GetVarGrid(std::string name) = 0;
};

} // namespace bmi

#endif
