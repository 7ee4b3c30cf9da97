// The C library libyaml, as YAMLReader sees it.

#ifndef CYAML_H
#define CYAML_H

#if defined(__has_include) && !__has_include(<yaml.h>)
#error "libyaml is missing; on Debian and Ubuntu, run: apt-get install libyaml-dev; on macOS: brew install libyaml"
#endif

#include <yaml.h>

#endif
