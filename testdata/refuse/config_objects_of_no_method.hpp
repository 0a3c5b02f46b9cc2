// options: --config @name@.json
// expect: "close" names no method of Store
class Store {
public:
    virtual ~Store() = default;
    virtual int open(int number) = 0;
};
