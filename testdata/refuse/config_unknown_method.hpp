// header: @folder@/flux_port.h
// One configuration may serve several headers: what it names elsewhere is a warning.
// status: 0
// options: --config @name@.json
// expect: flux::Port::compte
