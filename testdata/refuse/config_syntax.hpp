// header: @folder@/flux_port.h
// options: --config @name@.json
// expect: config_syntax.json:3:
