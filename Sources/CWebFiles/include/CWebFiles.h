#pragma once
#include <stddef.h>

/// A file of the web client.
struct web_file {
    /// The path below `/`, such as `app/main.js`.
    const char *_Nonnull path;
    const unsigned char *_Nonnull bytes;
    size_t size;
};

/// All files of the web client, sorted by path.
const struct web_file *_Nonnull web_files(void);

/// Their number.
size_t web_files_count(void);
