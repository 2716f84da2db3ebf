// The files of the web client. Written by GOLDEN=record, never by hand.
#include "CWebFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "files/app/main.js"
};

static const unsigned char file_1[] = {
#embed "files/index.html"
};

static const unsigned char file_2[] = {
#embed "files/manifest.webmanifest"
};

static const unsigned char file_3[] = {
#embed "files/robots.txt"
};

static const struct web_file files[] = {
    {"app/main.js", file_0, sizeof file_0},
    {"index.html", file_1, sizeof file_1},
    {"manifest.webmanifest", file_2, sizeof file_2},
    {"robots.txt", file_3, sizeof file_3},
};

const struct web_file *web_files(void) { return files; }

size_t web_files_count(void) { return sizeof files / sizeof files[0]; }
