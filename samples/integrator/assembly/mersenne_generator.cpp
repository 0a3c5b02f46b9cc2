#include "providing_generator.hpp"

PROXIMA_COMPONENT(MersenneGenerator, integration::ProvidingGenerator<integration::MersenneTwister>)
