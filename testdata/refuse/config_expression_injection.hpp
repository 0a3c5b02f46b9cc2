// header: @folder@/flux_port.h
// options: --config @name@.json
// expect: config_expression_injection.json:4:[0-9]+: error:
