// header: @folder@/flux_port.h
// options: --config @name@.json
// expect: config_expression_syntax.json:4:[0-9]+: error:
