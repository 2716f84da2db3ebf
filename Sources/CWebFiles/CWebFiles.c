// The files of the web client. Written by GOLDEN=record, never by hand.
#include "CWebFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "files/app/api.js"
};

static const unsigned char file_1[] = {
#embed "files/app/dialogs.js"
};

static const unsigned char file_2[] = {
#embed "files/app/icon.svg"
};

static const unsigned char file_3[] = {
#embed "files/app/icons.svg"
};

static const unsigned char file_4[] = {
#embed "files/app/lang/de.js"
};

static const unsigned char file_5[] = {
#embed "files/app/lang/en.js"
};

static const unsigned char file_6[] = {
#embed "files/app/main.js"
};

static const unsigned char file_7[] = {
#embed "files/app/medals.js"
};

static const unsigned char file_8[] = {
#embed "files/app/media.js"
};

static const unsigned char file_9[] = {
#embed "files/app/parts.js"
};

static const unsigned char file_10[] = {
#embed "files/app/photos.js"
};

static const unsigned char file_11[] = {
#embed "files/app/router.js"
};

static const unsigned char file_12[] = {
#embed "files/app/screens/assignment.js"
};

static const unsigned char file_13[] = {
#embed "files/app/screens/friends.js"
};

static const unsigned char file_14[] = {
#embed "files/app/screens/gallery.js"
};

static const unsigned char file_15[] = {
#embed "files/app/screens/home.js"
};

static const unsigned char file_16[] = {
#embed "files/app/screens/inbox.js"
};

static const unsigned char file_17[] = {
#embed "files/app/screens/lists.js"
};

static const unsigned char file_18[] = {
#embed "files/app/screens/me.js"
};

static const unsigned char file_19[] = {
#embed "files/app/screens/medals.js"
};

static const unsigned char file_20[] = {
#embed "files/app/screens/new-dare.js"
};

static const unsigned char file_21[] = {
#embed "files/app/screens/new.js"
};

static const unsigned char file_22[] = {
#embed "files/app/screens/not-found.js"
};

static const unsigned char file_23[] = {
#embed "files/app/screens/person.js"
};

static const unsigned char file_24[] = {
#embed "files/app/screens/register.js"
};

static const unsigned char file_25[] = {
#embed "files/app/screens/scoreboard.js"
};

static const unsigned char file_26[] = {
#embed "files/app/screens/sent.js"
};

static const unsigned char file_27[] = {
#embed "files/app/screens/settings.js"
};

static const unsigned char file_28[] = {
#embed "files/app/screens/sign-in.js"
};

static const unsigned char file_29[] = {
#embed "files/app/session.js"
};

static const unsigned char file_30[] = {
#embed "files/app/store.js"
};

static const unsigned char file_31[] = {
#embed "files/app/style/app.css"
};

static const unsigned char file_32[] = {
#embed "files/app/style/tokens.css"
};

static const unsigned char file_33[] = {
#embed "files/app/template.js"
};

static const unsigned char file_34[] = {
#embed "files/app/text.js"
};

static const unsigned char file_35[] = {
#embed "files/app/time.js"
};

static const unsigned char file_36[] = {
#embed "files/index.html"
};

static const unsigned char file_37[] = {
#embed "files/manifest.webmanifest"
};

static const unsigned char file_38[] = {
#embed "files/robots.txt"
};

static const struct web_file files[] = {
    {"app/api.js", file_0, sizeof file_0},
    {"app/dialogs.js", file_1, sizeof file_1},
    {"app/icon.svg", file_2, sizeof file_2},
    {"app/icons.svg", file_3, sizeof file_3},
    {"app/lang/de.js", file_4, sizeof file_4},
    {"app/lang/en.js", file_5, sizeof file_5},
    {"app/main.js", file_6, sizeof file_6},
    {"app/medals.js", file_7, sizeof file_7},
    {"app/media.js", file_8, sizeof file_8},
    {"app/parts.js", file_9, sizeof file_9},
    {"app/photos.js", file_10, sizeof file_10},
    {"app/router.js", file_11, sizeof file_11},
    {"app/screens/assignment.js", file_12, sizeof file_12},
    {"app/screens/friends.js", file_13, sizeof file_13},
    {"app/screens/gallery.js", file_14, sizeof file_14},
    {"app/screens/home.js", file_15, sizeof file_15},
    {"app/screens/inbox.js", file_16, sizeof file_16},
    {"app/screens/lists.js", file_17, sizeof file_17},
    {"app/screens/me.js", file_18, sizeof file_18},
    {"app/screens/medals.js", file_19, sizeof file_19},
    {"app/screens/new-dare.js", file_20, sizeof file_20},
    {"app/screens/new.js", file_21, sizeof file_21},
    {"app/screens/not-found.js", file_22, sizeof file_22},
    {"app/screens/person.js", file_23, sizeof file_23},
    {"app/screens/register.js", file_24, sizeof file_24},
    {"app/screens/scoreboard.js", file_25, sizeof file_25},
    {"app/screens/sent.js", file_26, sizeof file_26},
    {"app/screens/settings.js", file_27, sizeof file_27},
    {"app/screens/sign-in.js", file_28, sizeof file_28},
    {"app/session.js", file_29, sizeof file_29},
    {"app/store.js", file_30, sizeof file_30},
    {"app/style/app.css", file_31, sizeof file_31},
    {"app/style/tokens.css", file_32, sizeof file_32},
    {"app/template.js", file_33, sizeof file_33},
    {"app/text.js", file_34, sizeof file_34},
    {"app/time.js", file_35, sizeof file_35},
    {"index.html", file_36, sizeof file_36},
    {"manifest.webmanifest", file_37, sizeof file_37},
    {"robots.txt", file_38, sizeof file_38},
};

const struct web_file *web_files(void) { return files; }

size_t web_files_count(void) { return sizeof files / sizeof files[0]; }
