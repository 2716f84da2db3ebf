// The settings, how the person signs in, and the profile.

import {
  api, ask, avatar, button, check, choice, close, dayText, has, html, icon, keyed, language, languages,
  linkButton, linkList, live, momentText, note, optionsOf, problemBanner, row, section, session, sign,
  speak, stateOf, store, t, writing
} from '../base.js'
import { confirmed } from '../dialogs.js'
import { formOf, isEmail, isPassword, isUsername } from '../fields.js'

// Settings: language, appearance, time zone, who may challenge me, the public board, signing out.

const links = [
  ['/settings/profile', 'person', 'profile.title'],
  ['/settings/access', 'settings', 'access.title'],
  ['/settings/reminders', 'clock', 'reminder.mine']
]

export function settings(context) {
  const write = writing(context)
  const part = live(context, 'settings', api.getSettings)
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
    return section(t('settings.zone'), html`<p>${settings.timeZone.replaceAll('_', ' ')}${
        from ? html` <span class="secondary">${t('settings.zone-from', { when: momentText(from) })}</span>` : null}</p>
      ${here !== settings.timeZone ? button({
        text: t('settings.zone-here', { zone: here.replaceAll('_', ' ') }), click: () => change({ timeZone: here })
      }) : null}`)
  }

  function server(settings) {
    return html`<div class="form">${zone(settings)}
      ${choice({
        name: 'from', legend: t('settings.from'), value: settings.challengesFrom,
        options: optionsOf('settings.from-', ['friends', 'nobody']), pick: (key) => change({ challengesFrom: key })
      })}
      ${choice({
        name: 'listed', legend: t('settings.listed'), value: settings.isListed ? 'yes' : 'no',
        options: optionsOf('settings.listed-', ['no', 'yes']), pick: (key) => change({ isListed: key === 'yes' }),
        hint: t('settings.listed-hint')
      })}
      ${choice({
        name: 'visibility', legend: t('settings.visibility'), value: settings.defaultVisibility,
        options: optionsOf('visible.', ['private', 'friends', 'link', 'public']), pick: (key) => change({ defaultVisibility: key }),
        hint: has(`visible.${settings.defaultVisibility}.what`) ? t(`visible.${settings.defaultVisibility}.what`) : null
      })}</div>`
  }

  function view() {
    return html`<div class="form">
      ${problemBanner(write.problem)}
      ${choice({
        name: 'language', legend: t('settings.language'), value: language(), pick: talk,
        options: optionsOf('language.', languages)
      })}
      ${choice({
        name: 'theme', legend: t('settings.theme'), value: document.documentElement.dataset.theme ?? 'system', pick: appear,
        options: optionsOf('theme.', ['system', 'light', 'dark'])
      })}
      ${stateOf(part, server)}
      ${linkList(links.map(([href, picture, word]) => [href, picture, t(word)]))}
      ${section(t('settings.session'), html`<p class="secondary">${t('settings.signed-in', { username: session.user?.username ?? '' })}</p>
        <div>${button({ text: t('signout.do'), icon: 'out', click: signOut, isBusy: write.busy === 'out' })}</div>`)}</div>`
  }
  return { title: () => t('nav.settings'), view }
}

// How the person signs in: the password, the logins at providers, and the e-mail address that
// proves who they are.

export function access(context) {
  const write = writing(context)
  const me = live(context, 'me', api.getMe, {}, keep)
  const logins = live(context, 'logins', api.listLogins)
  const empty = { current: '', password: '' }
  let secrets = formOf(context, empty)
  let address = null
  let isShown = false
  // Which part of the screen the last refusal is about.
  let failed = null

  function keep(account) {
    store.put('me', account)
    session.know(account)
  }

  async function changePassword() {
    const { current, password } = secrets.values
    failed = 'password'
    const { hasPassword } = logins.value
    const isRight = secrets.check({
      current: current || !hasPassword ? null : t('access.current-needed'), password: isPassword(password) ? null : t('identity.password_invalid')
    })
    if (!isRight) return
    const body = hasPassword ? { current, password } : { password }
    if (!(await write.run('password', null, (key) => api.changePassword({ body, key })))) {
      return secrets.refused(write.problem, hasPassword ? { 'identity.password_wrong': 'current' } : {})
    }
    secrets = formOf(context, empty)
    note(t(hasPassword ? 'access.password-changed' : 'access.password-set'))
    logins.load()
  }

  /// Sends a link by which a first password can be set at any time.
  async function sendReset() {
    failed = 'password'
    const { email, username } = me.value
    if (await write.run('reset', null, (key) => api.requestReset({ body: { login: username }, key }))) {
      note(t('access.link-sent', { email }))
    }
  }

  const providerName = (provider) => (has(`login.${provider}`) ? t(`login.${provider}`) : `\u2068${provider}\u2069`)

  async function unlink(provider) {
    const name = providerName(provider)
    const isSure = await confirmed(context, {
      title: t('login.unlink-ask', { name }), why: t('login.unlink-why', { name }), act: t('login.unlink')
    })
    if (!isSure) return
    failed = 'login'
    if (!(await write.run(`unlink-${provider}`, null, (key) => api.unlinkLogin({ provider, key })))) return
    note(t('login.unlinked', { name }))
    logins.load()
    document.querySelector('main h1').focus()
  }

  async function changeAddress() {
    const email = address.values.email.trim()
    failed = 'email'
    if (!address.check({ email: isEmail(email) ? null : t('identity.email_invalid') })) return
    const account = await write.run('email', email, (key) => api.changeProfile({ body: { email }, key }))
    if (!account) return address.refused(write.problem)
    store.drop('me')
    keep(account)
    if (account.emailWanted || !account.emailVerifiedAt) await sendLink()
    else note(t('settings.saved'))
  }

  async function sendLink() {
    failed = 'email'
    const { emailWanted, email } = me.value
    if (await write.run('link', emailWanted ?? email, (key) => api.sendVerification({ key }))) {
      note(t('access.link-sent', { email: emailWanted ?? email }))
    }
  }

  function loginRow({ provider, email, linkedAt }) {
    const name = providerName(provider)
    const since = t('login.since', { day: dayText(linkedAt) })
    return row({
      lead: sign(icon('person')), title: name, secondary: email ? `\u2068${email}\u2069 · ${since}` : since,
      actions: button({
        text: t('login.unlink'), label: t('login.unlink-name', { name }), isBusy: write.busy === `unlink-${provider}`,
        click: () => unlink(provider)
      })
    })
  }

  function loginList({ items }) {
    if (!items.length) return null
    return section(t('login.title'), html`<p class="hint">${t('login.what')}</p>
      ${failed === 'login' ? problemBanner(write.problem) : null}
      <ul class="rows" aria-label=${t('login.title')}>${keyed(items, ({ provider }) => provider, loginRow)}</ul>`)
  }

  /// An account without a password has no present one to type, and two ways to a first one.
  function firstPassword() {
    return html`<div class="form"><p>${t('access.password-none')}</p>${me.value?.emailVerifiedAt ? html`<div>${button({
      text: t('access.password-by-mail'), click: sendReset, isBusy: write.busy === 'reset'
    })}</div>` : null}</div>`
  }

  function passwordForm({ hasPassword }) {
    const { field, isAtField } = secrets
    const type = isShown ? 'text' : 'password'
    return section(t('access.password'), html`${hasPassword ? null : firstPassword()}
      <form class="form" novalidate @submit=${changePassword}>
        ${failed === 'password' && !isAtField ? problemBanner(write.problem) : null}
        <input type="text" hidden autocomplete="username" aria-hidden="true" tabindex="-1" aria-label=${t('field.username')} .value=${session.user?.username ?? ''}>
        ${hasPassword ? field('current', { label: t('access.current'), type, autocomplete: 'current-password', isRequired: true }) : null}
        ${field('password', { label: t('access.new'), type, autocomplete: 'new-password', isRequired: true, hint: t('register.password-hint') })}
        ${check({
          id: 'show', label: t('field.show-password'), isOn: isShown, change: (isOn) => {
            isShown = isOn
            context.update()
          }
        })}
        <p class="hint">${t('access.password-why')}</p>
        <div>${button({ text: t(hasPassword ? 'access.password-do' : 'reset.do'), isMain: true, isSubmit: true, isBusy: write.busy === 'password' })}</div>
      </form>`)
  }

  function standing({ email, emailVerifiedAt, emailWanted }) {
    if (emailWanted) return t('access.wanted', { email: emailWanted })
    if (!email) return t('access.none')
    return t(emailVerifiedAt ? 'access.proved' : 'access.unproved', { email })
  }

  function addressForm(account) {
    address ??= formOf(context, { email: account.emailWanted ?? account.email ?? '' })
    const { field, isAtField } = address
    const isOpen = account.emailWanted || (account.email && !account.emailVerifiedAt)
    return section(t('access.email'), html`<p>${standing(account)}</p>
      ${failed === 'email' && !isAtField ? problemBanner(write.problem) : null}
      ${isOpen ? html`<div>${button({ text: t('access.send-link'), click: sendLink, isBusy: write.busy === 'link' })}</div>` : null}
      <form class="form" novalidate @submit=${changeAddress}>
        ${field('email', { label: t('access.address'), type: 'email', autocomplete: 'email', mode: 'email', maxLength: 254, hint: t('access.address-hint') })}
        <div>${button({ text: t('access.address-do'), isSubmit: true, isBusy: write.busy === 'email' })}</div>
      </form>`)
  }

  function view() {
    return html`<div class="form">${
      stateOf(logins, (known) => html`${passwordForm(known)}${loginList(known)}`, { bones: 3 })}${stateOf(me, addressForm, { bones: 2 })}</div>`
  }
  return { title: () => t('access.title'), view }
}

// The profile: names, a few words, the username, and the picture.

const names = ['firstName', 'lastName', 'displayName', 'bio', 'username']

export function profile(context) {
  const write = writing(context)
  let form = null
  const me = live(context, 'me', api.getMe, {}, keep)

  function keep(account) {
    store.put('me', { ...store.get('me'), ...account })
    session.know(account)
  }

  function formFor(account) {
    form ??= formOf(context, Object.fromEntries(names.map((name) => [name, account[name] ?? ''])))
    return form
  }

  async function save() {
    const { values } = form
    const account = me.value
    const isRight = form.check({
      firstName: values.firstName.trim() ? null : t('identity.first_name_invalid'),
      username: isUsername(values.username) ? null : t('identity.username_invalid')
    })
    if (!isRight) return
    const changed = names.filter((name) => values[name].trim() !== (account[name] ?? ''))
    if (!changed.length) return note(t('settings.saved'))
    if (changed.includes('username') && !(await confirmed(context, {
      title: t('profile.rename'), why: t('profile.rename-why'), act: t('profile.rename-do')
    }))) return
    const body = Object.fromEntries(changed.map((name) => [name, values[name].trim()]))
    const answer = await write.run('profile', body, (key) => api.changeProfile({ body, key }))
    if (!answer) {
      return form.refused(write.problem, {
        'identity.username_taken': 'username', 'identity.username_change_too_soon': 'username'
      })
    }
    replace(answer)
    note(t('settings.saved'))
  }

  /// What the answer lacks, the account no longer has.
  function replace(answer) {
    store.drop('me')
    store.put('me', answer)
    session.know(answer)
  }

  async function removePicture() {
    const isSure = await confirmed(context, { title: t('profile.unpicture'), why: t('profile.unpicture-why'), act: t('do.remove') })
    if (!isSure) return
    const answer = await write.run('picture', null, (key) => api.removeAvatar({ key }))
    if (!answer) return
    replace(answer)
    note(t('profile.picture-gone'))
  }

  function shown(account) {
    const { field, isAtField } = formFor(account)
    return html`<form class="form" novalidate @submit=${save}>
      <div class="lead">${avatar(account, 72)}${account.avatarURL ? button({
        text: t('profile.unpicture-do'), isBusy: write.busy === 'picture', click: removePicture
      }) : linkButton('/me', t('me.picture'))}</div>
      ${isAtField ? null : problemBanner(write.problem)}
      ${field('firstName', { label: t('field.first-name'), autocomplete: 'given-name', maxLength: 80, isRequired: true })}
      ${field('lastName', { label: t('field.last-name'), autocomplete: 'family-name', maxLength: 80 })}
      ${field('displayName', { label: t('profile.display-name'), autocomplete: 'nickname', maxLength: 80, hint: t('profile.display-hint') })}
      ${field('bio', { label: t('profile.bio'), rows: 3, maxLength: 300, hint: t('profile.bio-hint') })}
      ${field('username', { label: t('field.username'), autocomplete: 'username', capitals: 'none', maxLength: 30, isRequired: true, hint: t('profile.username-hint') })}
      <div>${button({ text: t('do.save'), isMain: true, isSubmit: true, isBusy: write.busy === 'profile' })}</div>
    </form>`
  }
  return { title: () => t('profile.title'), view: () => stateOf(me, shown) }
}
