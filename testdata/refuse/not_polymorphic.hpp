// options: --class plain::Point
// expect: plain::Point
// expect: no virtual method
namespace plain {
struct Point { // refused here
    double x = 0;
    double length() const { return x; }
};
} // namespace plain
