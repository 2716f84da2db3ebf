// How the person signs in: the password, the logins at providers, and the e-mail address that proves
// who they are.

import { api } from '../api.js'
import { confirmed } from '../dialogs.js'
import { formOf } from '../fields.js'
import { button, check, heading, icon, note, problemBanner, row, sign, stateOf, writing } from '../parts.js'
import { session } from '../session.js'
import { live, store } from '../store.js'
import { html, keyed } from '../template.js'
import { has, t } from '../text.js'
import { dayText } from '../time.js'
import { isEmail, isPassword } from './register.js'

export function open(context) {
  const write = writing(context)
  const me = live(context, 'me', ({ signal }) => api.getMe({ signal }), keep)
  const logins = live(context, 'logins', ({ signal }) => api.listLogins({ signal }))
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

  async function changePassword(event) {
    event.preventDefault()
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

  async function changeAddress(event) {
    event.preventDefault()
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
    return html`<section class="section"><h2>${t('login.title')}</h2><p class="hint">${t('login.what')}</p>
      ${failed === 'login' ? problemBanner(write.problem) : null}
      <ul class="rows" aria-label=${t('login.title')}>${keyed(items, ({ provider }) => provider, loginRow)}</ul></section>`
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
    return html`<section class="section"><h2>${t('access.password')}</h2>
      ${hasPassword ? null : firstPassword()}
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
      </form></section>`
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
    return html`<section class="section"><h2>${t('access.email')}</h2>
      <p>${standing(account)}</p>
      ${failed === 'email' && !isAtField ? problemBanner(write.problem) : null}
      ${isOpen ? html`<div>${button({ text: t('access.send-link'), click: sendLink, isBusy: write.busy === 'link' })}</div>` : null}
      <form class="form" novalidate @submit=${changeAddress}>
        ${field('email', { label: t('access.address'), type: 'email', autocomplete: 'email', mode: 'email', maxLength: 254, hint: t('access.address-hint') })}
        <div>${button({ text: t('access.address-do'), isSubmit: true, isBusy: write.busy === 'email' })}</div>
      </form></section>`
  }

  function view() {
    return html`${heading(t('access.title'))}<div class="form">${
      stateOf(logins, (known) => html`${passwordForm(known)}${loginList(known)}`, { bones: 3 })}${stateOf(me, addressForm, { bones: 2 })}</div>`
  }
  return { title: () => t('access.title'), view }
}
