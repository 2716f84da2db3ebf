// Settings: language, appearance, time zone, who may challenge me, the public board, signing out.

import { api } from '../api.js'
import { button, choice, heading, icon, note, problemBanner, stateOf, writing } from '../parts.js'
import { ask, close } from '../router.js'
import { session } from '../session.js'
import { live, store } from '../store.js'
import { html, keyed } from '../template.js'
import { has, language, languages, speak, t } from '../text.js'
import { momentText } from '../time.js'

const links = [
  ['/settings/profile', 'person', 'profile.title'],
  ['/settings/access', 'settings', 'access.title'],
  ['/settings/reminders', 'clock', 'reminder.mine']
]

export function open(context) {
  const write = writing(context)
  const part = live(context, 'settings', ({ signal, etag }) => api.getSettings({ signal, etag }))
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone

  async function change(body) {
    const { version } = part.value
    const settings = await write.run('change', body, (key) => api.changeSettings({ body, version, key }))
    if (settings) {
      store.put('settings', settings)
      note(t('settings.saved'))
    } else if (write.problem?.current) {
      store.put('settings', write.problem.current)
    }
  }

  async function talk(name) {
    keep('gauntlet.language', name)
    await speak(name)
    context.update()
    change({ locale: name })
  }

  function appear(theme) {
    keep('gauntlet.theme', theme === 'system' ? null : theme)
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    context.update()
  }

  function keep(name, value) {
    try {
      if (value) localStorage.setItem(name, value)
      else localStorage.removeItem(name)
    } catch {
      note(t('draft.not-kept'))
    }
  }

  async function signOut() {
    const isSure = await ask(() => html`<div class="form"><h2 id="dialog-title">${t('signout.ask')}</h2>
      <p>${t('signout.why')}</p>
      <div class="actions">${button({ text: t('do.cancel'), click: () => close(false) })}${
        button({ text: t('signout.do'), isMain: true, click: () => close(true) })}</div></div>`, context.update)
    if (isSure) write.run('out', null, () => session.signOut())
  }

  function zone(settings) {
    const from = settings.timeZoneHoldsFrom
    return html`<section class="section"><h2>${t('settings.zone')}</h2><p>${settings.timeZone.replaceAll('_', ' ')}${
        from ? html` <span class="secondary">${t('settings.zone-from', { when: momentText(from) })}</span>` : null}</p>
      ${here !== settings.timeZone ? button({
        text: t('settings.zone-here', { zone: here.replaceAll('_', ' ') }), click: () => change({ timeZone: here })
      }) : null}</section>`
  }

  function server(settings) {
    return html`<div class="form">${zone(settings)}
      ${choice({
        name: 'from', legend: t('settings.from'), value: settings.challengesFrom,
        options: ['friends', 'nobody'].map((key) => [key, t(`settings.from-${key}`)]), pick: (key) => change({ challengesFrom: key })
      })}
      ${choice({
        name: 'listed', legend: t('settings.listed'), value: settings.isListed ? 'yes' : 'no',
        options: ['no', 'yes'].map((key) => [key, t(`settings.listed-${key}`)]), pick: (key) => change({ isListed: key === 'yes' }),
        hint: t('settings.listed-hint')
      })}
      ${choice({
        name: 'visibility', legend: t('settings.visibility'), value: settings.defaultVisibility,
        options: ['private', 'friends', 'link', 'public'].map((key) => [key, t(`visible.${key}`)]), pick: (key) => change({ defaultVisibility: key }),
        hint: has(`visible.${settings.defaultVisibility}.what`) ? t(`visible.${settings.defaultVisibility}.what`) : null
      })}</div>`
  }

  function view() {
    return html`<div class="form">${heading(t('nav.settings'))}
      ${problemBanner(write.problem)}
      ${choice({
        name: 'language', legend: t('settings.language'), value: language(), pick: talk,
        options: languages.map((name) => [name, t(`language.${name}`)])
      })}
      ${choice({
        name: 'theme', legend: t('settings.theme'), value: document.documentElement.dataset.theme ?? 'system', pick: appear,
        options: ['system', 'light', 'dark'].map((key) => [key, t(`theme.${key}`)])
      })}
      ${stateOf(part, server)}
      <ul class="links">${keyed(links, ([href]) => href, ([href, picture, word]) => html`<li><a href=${href}>${icon(picture)}<span>${
        t(word)}</span>${icon('right')}</a></li>`)}</ul>
      <section class="section"><h2>${t('settings.session')}</h2>
        <p class="secondary">${t('settings.signed-in', { username: session.user?.username ?? '' })}</p>
        <div>${button({ text: t('signout.do'), icon: 'out', click: signOut, isBusy: write.busy === 'out' })}</div></section></div>`
  }
  return { title: () => t('nav.settings'), view }
}
