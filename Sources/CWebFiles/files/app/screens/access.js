// How the person signs in: the password, and the e-mail address that proves who they are.

import { api } from '../api.js'
import { formOf } from '../fields.js'
import { button, check, heading, note, problemBanner, stateOf, writing } from '../parts.js'
import { session } from '../session.js'
import { live, store } from '../store.js'
import { html } from '../template.js'
import { t } from '../text.js'
import { isEmail, isPassword } from './register.js'

export function open(context) {
  const write = writing(context)
  const me = live(context, 'me', ({ signal }) => api.getMe({ signal }), keep)
  const empty = { current: '', password: '' }
  let secrets = formOf(context, empty)
  let address = null
  let isShown = false
  // Which of the two forms the last refusal is about.
  let failed = null

  function keep(account) {
    store.put('me', account)
    session.know(account)
  }

  async function changePassword(event) {
    event.preventDefault()
    const { current, password } = secrets.values
    failed = 'password'
    const isRight = secrets.check({
      current: current ? null : t('access.current-needed'), password: isPassword(password) ? null : t('identity.password_invalid')
    })
    if (!isRight) return
    if (!(await write.run('password', null, (key) => api.changePassword({ body: { current, password }, key })))) {
      return secrets.refused(write.problem, { 'identity.password_wrong': 'current' })
    }
    secrets = formOf(context, empty)
    note(t('access.password-changed'))
    context.update()
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

  function passwordForm() {
    const { field, isAtField } = secrets
    const type = isShown ? 'text' : 'password'
    return html`<section class="section"><h2>${t('access.password')}</h2>
      <form class="form" novalidate @submit=${changePassword}>
        ${failed === 'password' && !isAtField ? problemBanner(write.problem) : null}
        <input type="text" hidden autocomplete="username" aria-hidden="true" tabindex="-1" aria-label=${t('field.username')} .value=${session.user?.username ?? ''}>
        ${field('current', { label: t('access.current'), type, autocomplete: 'current-password', isRequired: true })}
        ${field('password', { label: t('access.new'), type, autocomplete: 'new-password', isRequired: true, hint: t('register.password-hint') })}
        ${check({
          id: 'show', label: t('field.show-password'), isOn: isShown, change: (isOn) => {
            isShown = isOn
            context.update()
          }
        })}
        <p class="hint">${t('access.password-why')}</p>
        <div>${button({ text: t('access.password-do'), isMain: true, isSubmit: true, isBusy: write.busy === 'password' })}</div>
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
    return html`${heading(t('access.title'))}<div class="form">${passwordForm()}${stateOf(me, addressForm, { bones: 2 })}</div>`
  }
  return { title: () => t('access.title'), view }
}
