// German: settings and the account.
export default {
  'identity.version_stale': 'Die Einstellungen haben sich inzwischen geändert.',
  'identity.zone_change_too_soon': 'Die Zeitzone wurde erst vor Kurzem geändert.', 'language.de': 'Deutsch', 'language.en': 'English',
  'settings.from': 'Wer dich herausfordern darf', 'settings.from-friends': 'Freunde', 'settings.from-nobody': 'Niemand',
  'settings.language': 'Sprache', 'settings.listed': 'Öffentliche Tafel',
  'settings.listed-hint': 'Dort sehen alle deinen Namen und deine Punkte.', 'settings.listed-no': 'Ohne mich',
  'settings.listed-yes': 'Mit mir', 'settings.session': 'Dieser Browser', 'settings.signed-in': 'Angemeldet als {username}.',
  'settings.theme': 'Darstellung', 'settings.zone': 'Zeitzone', 'settings.zone-from': 'ab {when}',
  'settings.zone-here': '{zone} verwenden', 'signout.ask': 'Abmelden?', 'signout.do': 'Abmelden',
  'signout.why': 'Texte, die du nicht gesendet hast, werden aus diesem Browser entfernt.', 'theme.dark': 'Dunkel', 'theme.light': 'Hell',
  'theme.system': 'Wie das System'
}
