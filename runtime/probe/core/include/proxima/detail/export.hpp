// Marks what libproxima exports; everything else in it is hidden.
#pragma once

#define PROXIMA_API __attribute__((visibility("default")))
