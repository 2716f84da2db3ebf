#include "CInterface.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openapi[] = {
#embed "openapi.yaml"
};

const unsigned char *interface_openapi(void) { return openapi; }

size_t interface_openapi_size(void) { return sizeof openapi; }
