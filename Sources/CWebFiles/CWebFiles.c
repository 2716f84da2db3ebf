// The files of the web client. Written by GOLDEN=record, never by hand.
#include "CWebFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "files/app/amounts.js"
};

static const unsigned char file_1[] = {
#embed "files/app/api.js"
};

static const unsigned char file_2[] = {
#embed "files/app/base.js"
};

static const unsigned char file_3[] = {
#embed "files/app/codes.js"
};

static const unsigned char file_4[] = {
#embed "files/app/contest/actions.js"
};

static const unsigned char file_5[] = {
#embed "files/app/contest/race.js"
};

static const unsigned char file_6[] = {
#embed "files/app/contest/tabs.js"
};

static const unsigned char file_7[] = {
#embed "files/app/contests.js"
};

static const unsigned char file_8[] = {
#embed "files/app/dialogs.js"
};

static const unsigned char file_9[] = {
#embed "files/app/fields.js"
};

static const unsigned char file_10[] = {
#embed "files/app/goal-sheet.js"
};

static const unsigned char file_11[] = {
#embed "files/app/goals.js"
};

static const unsigned char file_12[] = {
#embed "files/app/icon.svg"
};

static const unsigned char file_13[] = {
#embed "files/app/icons.svg"
};

static const unsigned char file_14[] = {
#embed "files/app/lang/de-contests.js"
};

static const unsigned char file_15[] = {
#embed "files/app/lang/de-goals.js"
};

static const unsigned char file_16[] = {
#embed "files/app/lang/de-medals.js"
};

static const unsigned char file_17[] = {
#embed "files/app/lang/de-play.js"
};

static const unsigned char file_18[] = {
#embed "files/app/lang/de-settings.js"
};

static const unsigned char file_19[] = {
#embed "files/app/lang/de.js"
};

static const unsigned char file_20[] = {
#embed "files/app/lang/en-contests.js"
};

static const unsigned char file_21[] = {
#embed "files/app/lang/en-goals.js"
};

static const unsigned char file_22[] = {
#embed "files/app/lang/en-medals.js"
};

static const unsigned char file_23[] = {
#embed "files/app/lang/en-play.js"
};

static const unsigned char file_24[] = {
#embed "files/app/lang/en-settings.js"
};

static const unsigned char file_25[] = {
#embed "files/app/lang/en.js"
};

static const unsigned char file_26[] = {
#embed "files/app/main.js"
};

static const unsigned char file_27[] = {
#embed "files/app/medals.js"
};

static const unsigned char file_28[] = {
#embed "files/app/parts.js"
};

static const unsigned char file_29[] = {
#embed "files/app/photos.js"
};

static const unsigned char file_30[] = {
#embed "files/app/pickers.js"
};

static const unsigned char file_31[] = {
#embed "files/app/router.js"
};

static const unsigned char file_32[] = {
#embed "files/app/screens/assignment.js"
};

static const unsigned char file_33[] = {
#embed "files/app/screens/code.js"
};

static const unsigned char file_34[] = {
#embed "files/app/screens/contest.js"
};

static const unsigned char file_35[] = {
#embed "files/app/screens/definition.js"
};

static const unsigned char file_36[] = {
#embed "files/app/screens/discover.js"
};

static const unsigned char file_37[] = {
#embed "files/app/screens/friends.js"
};

static const unsigned char file_38[] = {
#embed "files/app/screens/gallery.js"
};

static const unsigned char file_39[] = {
#embed "files/app/screens/goals.js"
};

static const unsigned char file_40[] = {
#embed "files/app/screens/history.js"
};

static const unsigned char file_41[] = {
#embed "files/app/screens/home.js"
};

static const unsigned char file_42[] = {
#embed "files/app/screens/inbox.js"
};

static const unsigned char file_43[] = {
#embed "files/app/screens/invites.js"
};

static const unsigned char file_44[] = {
#embed "files/app/screens/lists.js"
};

static const unsigned char file_45[] = {
#embed "files/app/screens/mail.js"
};

static const unsigned char file_46[] = {
#embed "files/app/screens/me.js"
};

static const unsigned char file_47[] = {
#embed "files/app/screens/medals.js"
};

static const unsigned char file_48[] = {
#embed "files/app/screens/new-contest.js"
};

static const unsigned char file_49[] = {
#embed "files/app/screens/new-dare.js"
};

static const unsigned char file_50[] = {
#embed "files/app/screens/new-goal.js"
};

static const unsigned char file_51[] = {
#embed "files/app/screens/new-workout.js"
};

static const unsigned char file_52[] = {
#embed "files/app/screens/new.js"
};

static const unsigned char file_53[] = {
#embed "files/app/screens/not-found.js"
};

static const unsigned char file_54[] = {
#embed "files/app/screens/person-contests.js"
};

static const unsigned char file_55[] = {
#embed "files/app/screens/person.js"
};

static const unsigned char file_56[] = {
#embed "files/app/screens/register.js"
};

static const unsigned char file_57[] = {
#embed "files/app/screens/reminders.js"
};

static const unsigned char file_58[] = {
#embed "files/app/screens/result.js"
};

static const unsigned char file_59[] = {
#embed "files/app/screens/scoreboard.js"
};

static const unsigned char file_60[] = {
#embed "files/app/screens/sent.js"
};

static const unsigned char file_61[] = {
#embed "files/app/screens/settings.js"
};

static const unsigned char file_62[] = {
#embed "files/app/screens/sign-in.js"
};

static const unsigned char file_63[] = {
#embed "files/app/screens/timing.js"
};

static const unsigned char file_64[] = {
#embed "files/app/session.js"
};

static const unsigned char file_65[] = {
#embed "files/app/store.js"
};

static const unsigned char file_66[] = {
#embed "files/app/style/app.css"
};

static const unsigned char file_67[] = {
#embed "files/app/style/tokens.css"
};

static const unsigned char file_68[] = {
#embed "files/app/template.js"
};

static const unsigned char file_69[] = {
#embed "files/app/text.js"
};

static const unsigned char file_70[] = {
#embed "files/app/time.js"
};

static const unsigned char file_71[] = {
#embed "files/index.html"
};

static const unsigned char file_72[] = {
#embed "files/manifest.webmanifest"
};

static const unsigned char file_73[] = {
#embed "files/robots.txt"
};

static const struct web_file files[] = {
    {"app/amounts.js", file_0, sizeof file_0},
    {"app/api.js", file_1, sizeof file_1},
    {"app/base.js", file_2, sizeof file_2},
    {"app/codes.js", file_3, sizeof file_3},
    {"app/contest/actions.js", file_4, sizeof file_4},
    {"app/contest/race.js", file_5, sizeof file_5},
    {"app/contest/tabs.js", file_6, sizeof file_6},
    {"app/contests.js", file_7, sizeof file_7},
    {"app/dialogs.js", file_8, sizeof file_8},
    {"app/fields.js", file_9, sizeof file_9},
    {"app/goal-sheet.js", file_10, sizeof file_10},
    {"app/goals.js", file_11, sizeof file_11},
    {"app/icon.svg", file_12, sizeof file_12},
    {"app/icons.svg", file_13, sizeof file_13},
    {"app/lang/de-contests.js", file_14, sizeof file_14},
    {"app/lang/de-goals.js", file_15, sizeof file_15},
    {"app/lang/de-medals.js", file_16, sizeof file_16},
    {"app/lang/de-play.js", file_17, sizeof file_17},
    {"app/lang/de-settings.js", file_18, sizeof file_18},
    {"app/lang/de.js", file_19, sizeof file_19},
    {"app/lang/en-contests.js", file_20, sizeof file_20},
    {"app/lang/en-goals.js", file_21, sizeof file_21},
    {"app/lang/en-medals.js", file_22, sizeof file_22},
    {"app/lang/en-play.js", file_23, sizeof file_23},
    {"app/lang/en-settings.js", file_24, sizeof file_24},
    {"app/lang/en.js", file_25, sizeof file_25},
    {"app/main.js", file_26, sizeof file_26},
    {"app/medals.js", file_27, sizeof file_27},
    {"app/parts.js", file_28, sizeof file_28},
    {"app/photos.js", file_29, sizeof file_29},
    {"app/pickers.js", file_30, sizeof file_30},
    {"app/router.js", file_31, sizeof file_31},
    {"app/screens/assignment.js", file_32, sizeof file_32},
    {"app/screens/code.js", file_33, sizeof file_33},
    {"app/screens/contest.js", file_34, sizeof file_34},
    {"app/screens/definition.js", file_35, sizeof file_35},
    {"app/screens/discover.js", file_36, sizeof file_36},
    {"app/screens/friends.js", file_37, sizeof file_37},
    {"app/screens/gallery.js", file_38, sizeof file_38},
    {"app/screens/goals.js", file_39, sizeof file_39},
    {"app/screens/history.js", file_40, sizeof file_40},
    {"app/screens/home.js", file_41, sizeof file_41},
    {"app/screens/inbox.js", file_42, sizeof file_42},
    {"app/screens/invites.js", file_43, sizeof file_43},
    {"app/screens/lists.js", file_44, sizeof file_44},
    {"app/screens/mail.js", file_45, sizeof file_45},
    {"app/screens/me.js", file_46, sizeof file_46},
    {"app/screens/medals.js", file_47, sizeof file_47},
    {"app/screens/new-contest.js", file_48, sizeof file_48},
    {"app/screens/new-dare.js", file_49, sizeof file_49},
    {"app/screens/new-goal.js", file_50, sizeof file_50},
    {"app/screens/new-workout.js", file_51, sizeof file_51},
    {"app/screens/new.js", file_52, sizeof file_52},
    {"app/screens/not-found.js", file_53, sizeof file_53},
    {"app/screens/person-contests.js", file_54, sizeof file_54},
    {"app/screens/person.js", file_55, sizeof file_55},
    {"app/screens/register.js", file_56, sizeof file_56},
    {"app/screens/reminders.js", file_57, sizeof file_57},
    {"app/screens/result.js", file_58, sizeof file_58},
    {"app/screens/scoreboard.js", file_59, sizeof file_59},
    {"app/screens/sent.js", file_60, sizeof file_60},
    {"app/screens/settings.js", file_61, sizeof file_61},
    {"app/screens/sign-in.js", file_62, sizeof file_62},
    {"app/screens/timing.js", file_63, sizeof file_63},
    {"app/session.js", file_64, sizeof file_64},
    {"app/store.js", file_65, sizeof file_65},
    {"app/style/app.css", file_66, sizeof file_66},
    {"app/style/tokens.css", file_67, sizeof file_67},
    {"app/template.js", file_68, sizeof file_68},
    {"app/text.js", file_69, sizeof file_69},
    {"app/time.js", file_70, sizeof file_70},
    {"index.html", file_71, sizeof file_71},
    {"manifest.webmanifest", file_72, sizeof file_72},
    {"robots.txt", file_73, sizeof file_73},
};

const struct web_file *web_files(void) { return files; }

size_t web_files_count(void) { return sizeof files / sizeof files[0]; }
