#pragma once
#include <stddef.h>

/// The description of the gateway's API, `protocol/openapi.yaml`.
const unsigned char *_Nonnull interface_openapi(void);

/// Its size in bytes.
size_t interface_openapi_size(void);
