// The header that is named here does not exist.
// header: does_not_exist.hpp
// expect: does_not_exist.hpp
// expect: error:
