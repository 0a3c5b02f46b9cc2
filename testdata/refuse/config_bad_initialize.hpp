// header: @folder@/flux_port.h
// options: --config @name@.json
// expect: config_bad_initialize.json:4:[0-9]+: error:
