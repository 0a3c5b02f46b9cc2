// header: @folder@/flux_port.h
// options: --config @name@.json
// expect: flux::Part
// expect: base
