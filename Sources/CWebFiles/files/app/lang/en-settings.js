// English: settings and the account.
export default {
  'identity.version_stale': 'The settings changed meanwhile.',
  'identity.zone_change_too_soon': 'The time zone was changed a short time ago.', 'language.de': 'Deutsch', 'language.en': 'English',
  'settings.from': 'Who may challenge you', 'settings.from-friends': 'Friends', 'settings.from-nobody': 'Nobody',
  'settings.language': 'Language', 'settings.listed': 'Public board',
  'settings.listed-hint': 'On it, everyone sees your name and points.', 'settings.listed-no': 'Leave me out',
  'settings.listed-yes': 'List me', 'settings.session': 'This browser', 'settings.signed-in': 'Signed in as {username}.',
  'settings.theme': 'Appearance', 'settings.zone': 'Time zone', 'settings.zone-from': 'from {when}', 'settings.zone-here': 'Use {zone}',
  'signout.ask': 'Sign out?', 'signout.do': 'Sign out', 'signout.why': 'Texts that you have not sent are removed from this browser.',
  'theme.dark': 'Dark', 'theme.light': 'Light', 'theme.system': 'As the system'
}
