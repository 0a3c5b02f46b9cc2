// header: @folder@/flux_port.h
// options: --config @name@.json
// expect: config_missing_file.json
// expect: error:
