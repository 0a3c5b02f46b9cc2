#include "providing_generator.hpp"

PROXIMA_COMPONENT(RanluxGenerator, integration::ProvidingGenerator<integration::Ranlux>)
