// header: @folder@/flux_port.h
// options: --config @name@.json
// expect: child
// expect: int
