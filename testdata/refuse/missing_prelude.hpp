// expect: no type named 'string'|undeclared identifier 'std'
// expect: --prelude
namespace bmi {
class Model {
public:
    virtual ~Model() {}
    virtual void initialize(std::string file) = 0; // refused here
};
} // namespace bmi
