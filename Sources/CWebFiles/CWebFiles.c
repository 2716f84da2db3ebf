// The files of the web client. Written by GOLDEN=record, never by hand.
#include "CWebFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "files/app/amount-field.js"
};

static const unsigned char file_1[] = {
#embed "files/app/amounts.js"
};

static const unsigned char file_2[] = {
#embed "files/app/api.js"
};

static const unsigned char file_3[] = {
#embed "files/app/codes.js"
};

static const unsigned char file_4[] = {
#embed "files/app/contest/about.js"
};

static const unsigned char file_5[] = {
#embed "files/app/contest/actions.js"
};

static const unsigned char file_6[] = {
#embed "files/app/contest/fields.js"
};

static const unsigned char file_7[] = {
#embed "files/app/contest/log.js"
};

static const unsigned char file_8[] = {
#embed "files/app/contest/photos.js"
};

static const unsigned char file_9[] = {
#embed "files/app/contest/race.js"
};

static const unsigned char file_10[] = {
#embed "files/app/contest/rules.js"
};

static const unsigned char file_11[] = {
#embed "files/app/contest/sheet.js"
};

static const unsigned char file_12[] = {
#embed "files/app/contests.js"
};

static const unsigned char file_13[] = {
#embed "files/app/dialogs.js"
};

static const unsigned char file_14[] = {
#embed "files/app/fields.js"
};

static const unsigned char file_15[] = {
#embed "files/app/goals.js"
};

static const unsigned char file_16[] = {
#embed "files/app/icon.svg"
};

static const unsigned char file_17[] = {
#embed "files/app/icons.svg"
};

static const unsigned char file_18[] = {
#embed "files/app/lang/de-contests.js"
};

static const unsigned char file_19[] = {
#embed "files/app/lang/de-goals.js"
};

static const unsigned char file_20[] = {
#embed "files/app/lang/de-medals.js"
};

static const unsigned char file_21[] = {
#embed "files/app/lang/de-play.js"
};

static const unsigned char file_22[] = {
#embed "files/app/lang/de-settings.js"
};

static const unsigned char file_23[] = {
#embed "files/app/lang/de.js"
};

static const unsigned char file_24[] = {
#embed "files/app/lang/en-contests.js"
};

static const unsigned char file_25[] = {
#embed "files/app/lang/en-goals.js"
};

static const unsigned char file_26[] = {
#embed "files/app/lang/en-medals.js"
};

static const unsigned char file_27[] = {
#embed "files/app/lang/en-play.js"
};

static const unsigned char file_28[] = {
#embed "files/app/lang/en-settings.js"
};

static const unsigned char file_29[] = {
#embed "files/app/lang/en.js"
};

static const unsigned char file_30[] = {
#embed "files/app/log-sheet.js"
};

static const unsigned char file_31[] = {
#embed "files/app/main.js"
};

static const unsigned char file_32[] = {
#embed "files/app/medals.js"
};

static const unsigned char file_33[] = {
#embed "files/app/media.js"
};

static const unsigned char file_34[] = {
#embed "files/app/parts.js"
};

static const unsigned char file_35[] = {
#embed "files/app/photos.js"
};

static const unsigned char file_36[] = {
#embed "files/app/picker.js"
};

static const unsigned char file_37[] = {
#embed "files/app/presets.js"
};

static const unsigned char file_38[] = {
#embed "files/app/reminders.js"
};

static const unsigned char file_39[] = {
#embed "files/app/router.js"
};

static const unsigned char file_40[] = {
#embed "files/app/screens/access.js"
};

static const unsigned char file_41[] = {
#embed "files/app/screens/assignment.js"
};

static const unsigned char file_42[] = {
#embed "files/app/screens/code.js"
};

static const unsigned char file_43[] = {
#embed "files/app/screens/contest.js"
};

static const unsigned char file_44[] = {
#embed "files/app/screens/definition.js"
};

static const unsigned char file_45[] = {
#embed "files/app/screens/discover.js"
};

static const unsigned char file_46[] = {
#embed "files/app/screens/forgot.js"
};

static const unsigned char file_47[] = {
#embed "files/app/screens/friends.js"
};

static const unsigned char file_48[] = {
#embed "files/app/screens/gallery.js"
};

static const unsigned char file_49[] = {
#embed "files/app/screens/goal.js"
};

static const unsigned char file_50[] = {
#embed "files/app/screens/goals.js"
};

static const unsigned char file_51[] = {
#embed "files/app/screens/history.js"
};

static const unsigned char file_52[] = {
#embed "files/app/screens/home.js"
};

static const unsigned char file_53[] = {
#embed "files/app/screens/inbox.js"
};

static const unsigned char file_54[] = {
#embed "files/app/screens/invites.js"
};

static const unsigned char file_55[] = {
#embed "files/app/screens/lists.js"
};

static const unsigned char file_56[] = {
#embed "files/app/screens/me.js"
};

static const unsigned char file_57[] = {
#embed "files/app/screens/medals.js"
};

static const unsigned char file_58[] = {
#embed "files/app/screens/new-contest.js"
};

static const unsigned char file_59[] = {
#embed "files/app/screens/new-dare.js"
};

static const unsigned char file_60[] = {
#embed "files/app/screens/new-goal.js"
};

static const unsigned char file_61[] = {
#embed "files/app/screens/new-workout.js"
};

static const unsigned char file_62[] = {
#embed "files/app/screens/new.js"
};

static const unsigned char file_63[] = {
#embed "files/app/screens/not-found.js"
};

static const unsigned char file_64[] = {
#embed "files/app/screens/person-contests.js"
};

static const unsigned char file_65[] = {
#embed "files/app/screens/person.js"
};

static const unsigned char file_66[] = {
#embed "files/app/screens/profile.js"
};

static const unsigned char file_67[] = {
#embed "files/app/screens/register.js"
};

static const unsigned char file_68[] = {
#embed "files/app/screens/reminders.js"
};

static const unsigned char file_69[] = {
#embed "files/app/screens/reset.js"
};

static const unsigned char file_70[] = {
#embed "files/app/screens/result.js"
};

static const unsigned char file_71[] = {
#embed "files/app/screens/scoreboard.js"
};

static const unsigned char file_72[] = {
#embed "files/app/screens/sent.js"
};

static const unsigned char file_73[] = {
#embed "files/app/screens/settings.js"
};

static const unsigned char file_74[] = {
#embed "files/app/screens/sign-in.js"
};

static const unsigned char file_75[] = {
#embed "files/app/screens/timing.js"
};

static const unsigned char file_76[] = {
#embed "files/app/screens/verify.js"
};

static const unsigned char file_77[] = {
#embed "files/app/session.js"
};

static const unsigned char file_78[] = {
#embed "files/app/store.js"
};

static const unsigned char file_79[] = {
#embed "files/app/streaks.js"
};

static const unsigned char file_80[] = {
#embed "files/app/style/app.css"
};

static const unsigned char file_81[] = {
#embed "files/app/style/tokens.css"
};

static const unsigned char file_82[] = {
#embed "files/app/template.js"
};

static const unsigned char file_83[] = {
#embed "files/app/text.js"
};

static const unsigned char file_84[] = {
#embed "files/app/ticket.js"
};

static const unsigned char file_85[] = {
#embed "files/app/time.js"
};

static const unsigned char file_86[] = {
#embed "files/app/timing.js"
};

static const unsigned char file_87[] = {
#embed "files/app/weekdays.js"
};

static const unsigned char file_88[] = {
#embed "files/index.html"
};

static const unsigned char file_89[] = {
#embed "files/manifest.webmanifest"
};

static const unsigned char file_90[] = {
#embed "files/robots.txt"
};

static const struct web_file files[] = {
    {"app/amount-field.js", file_0, sizeof file_0},
    {"app/amounts.js", file_1, sizeof file_1},
    {"app/api.js", file_2, sizeof file_2},
    {"app/codes.js", file_3, sizeof file_3},
    {"app/contest/about.js", file_4, sizeof file_4},
    {"app/contest/actions.js", file_5, sizeof file_5},
    {"app/contest/fields.js", file_6, sizeof file_6},
    {"app/contest/log.js", file_7, sizeof file_7},
    {"app/contest/photos.js", file_8, sizeof file_8},
    {"app/contest/race.js", file_9, sizeof file_9},
    {"app/contest/rules.js", file_10, sizeof file_10},
    {"app/contest/sheet.js", file_11, sizeof file_11},
    {"app/contests.js", file_12, sizeof file_12},
    {"app/dialogs.js", file_13, sizeof file_13},
    {"app/fields.js", file_14, sizeof file_14},
    {"app/goals.js", file_15, sizeof file_15},
    {"app/icon.svg", file_16, sizeof file_16},
    {"app/icons.svg", file_17, sizeof file_17},
    {"app/lang/de-contests.js", file_18, sizeof file_18},
    {"app/lang/de-goals.js", file_19, sizeof file_19},
    {"app/lang/de-medals.js", file_20, sizeof file_20},
    {"app/lang/de-play.js", file_21, sizeof file_21},
    {"app/lang/de-settings.js", file_22, sizeof file_22},
    {"app/lang/de.js", file_23, sizeof file_23},
    {"app/lang/en-contests.js", file_24, sizeof file_24},
    {"app/lang/en-goals.js", file_25, sizeof file_25},
    {"app/lang/en-medals.js", file_26, sizeof file_26},
    {"app/lang/en-play.js", file_27, sizeof file_27},
    {"app/lang/en-settings.js", file_28, sizeof file_28},
    {"app/lang/en.js", file_29, sizeof file_29},
    {"app/log-sheet.js", file_30, sizeof file_30},
    {"app/main.js", file_31, sizeof file_31},
    {"app/medals.js", file_32, sizeof file_32},
    {"app/media.js", file_33, sizeof file_33},
    {"app/parts.js", file_34, sizeof file_34},
    {"app/photos.js", file_35, sizeof file_35},
    {"app/picker.js", file_36, sizeof file_36},
    {"app/presets.js", file_37, sizeof file_37},
    {"app/reminders.js", file_38, sizeof file_38},
    {"app/router.js", file_39, sizeof file_39},
    {"app/screens/access.js", file_40, sizeof file_40},
    {"app/screens/assignment.js", file_41, sizeof file_41},
    {"app/screens/code.js", file_42, sizeof file_42},
    {"app/screens/contest.js", file_43, sizeof file_43},
    {"app/screens/definition.js", file_44, sizeof file_44},
    {"app/screens/discover.js", file_45, sizeof file_45},
    {"app/screens/forgot.js", file_46, sizeof file_46},
    {"app/screens/friends.js", file_47, sizeof file_47},
    {"app/screens/gallery.js", file_48, sizeof file_48},
    {"app/screens/goal.js", file_49, sizeof file_49},
    {"app/screens/goals.js", file_50, sizeof file_50},
    {"app/screens/history.js", file_51, sizeof file_51},
    {"app/screens/home.js", file_52, sizeof file_52},
    {"app/screens/inbox.js", file_53, sizeof file_53},
    {"app/screens/invites.js", file_54, sizeof file_54},
    {"app/screens/lists.js", file_55, sizeof file_55},
    {"app/screens/me.js", file_56, sizeof file_56},
    {"app/screens/medals.js", file_57, sizeof file_57},
    {"app/screens/new-contest.js", file_58, sizeof file_58},
    {"app/screens/new-dare.js", file_59, sizeof file_59},
    {"app/screens/new-goal.js", file_60, sizeof file_60},
    {"app/screens/new-workout.js", file_61, sizeof file_61},
    {"app/screens/new.js", file_62, sizeof file_62},
    {"app/screens/not-found.js", file_63, sizeof file_63},
    {"app/screens/person-contests.js", file_64, sizeof file_64},
    {"app/screens/person.js", file_65, sizeof file_65},
    {"app/screens/profile.js", file_66, sizeof file_66},
    {"app/screens/register.js", file_67, sizeof file_67},
    {"app/screens/reminders.js", file_68, sizeof file_68},
    {"app/screens/reset.js", file_69, sizeof file_69},
    {"app/screens/result.js", file_70, sizeof file_70},
    {"app/screens/scoreboard.js", file_71, sizeof file_71},
    {"app/screens/sent.js", file_72, sizeof file_72},
    {"app/screens/settings.js", file_73, sizeof file_73},
    {"app/screens/sign-in.js", file_74, sizeof file_74},
    {"app/screens/timing.js", file_75, sizeof file_75},
    {"app/screens/verify.js", file_76, sizeof file_76},
    {"app/session.js", file_77, sizeof file_77},
    {"app/store.js", file_78, sizeof file_78},
    {"app/streaks.js", file_79, sizeof file_79},
    {"app/style/app.css", file_80, sizeof file_80},
    {"app/style/tokens.css", file_81, sizeof file_81},
    {"app/template.js", file_82, sizeof file_82},
    {"app/text.js", file_83, sizeof file_83},
    {"app/ticket.js", file_84, sizeof file_84},
    {"app/time.js", file_85, sizeof file_85},
    {"app/timing.js", file_86, sizeof file_86},
    {"app/weekdays.js", file_87, sizeof file_87},
    {"index.html", file_88, sizeof file_88},
    {"manifest.webmanifest", file_89, sizeof file_89},
    {"robots.txt", file_90, sizeof file_90},
};

const struct web_file *web_files(void) { return files; }

size_t web_files_count(void) { return sizeof files / sizeof files[0]; }
