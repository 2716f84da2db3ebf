// Create an account.

import { newID } from '../api.js'
import { button, heading, problemBanner, textField, writing } from '../parts.js'
import { go } from '../router.js'
import { session } from '../session.js'
import { html } from '../template.js'
import { fieldText, t } from '../text.js'
import { destination } from './sign-in.js'

export function isPassword(text) {
  return [...text].length >= 8 && [...text].length <= 256
}

/// Something at something with a dot: the server has the last word.
export function isEmail(text) {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}

export function open(context) {
  const fields = { username: '', password: '', firstName: '', lastName: '', email: '' }
  const user = newID()
  const write = writing(context)
  let problems = {}

  /// What is wrong before sending; the server has the last word.
  function check() {
    problems = {}
    if (!/^[a-z0-9_.]{3,30}$/.test(fields.username)) problems.username = t('identity.username_invalid')
    if (!isPassword(fields.password)) problems.password = t('identity.password_invalid')
    if (!fields.firstName.trim()) problems.firstName = t('identity.first_name_invalid')
    context.update()
    return Object.keys(problems).length === 0
  }

  async function create() {
    const body = {
      user, username: fields.username, password: fields.password, firstName: fields.firstName.trim(),
      lastName: fields.lastName.trim(), email: fields.email.trim() || null,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone
    }
    try {
      return await session.register(body)
    } catch (problem) {
      // The answer was lost: the account may be there.
      if (![0, 503, 504].includes(problem.status)) throw problem
      return session.signIn({ login: fields.username, password: fields.password }).catch(() => { throw problem })
    }
  }

  async function submit(event) {
    event.preventDefault()
    if (!check()) {
      await Promise.resolve()
      document.querySelector('[aria-invalid]')?.focus()
      return
    }
    const done = await write.run('register', null, create)
    if (done) return go(destination(context.query), { replaces: true })
    const fieldOf = { 'identity.username_taken': 'username', 'identity.email_taken': 'email' }[write.problem?.code]
    if (fieldOf) problems[fieldOf] = t(write.problem.code)
    for (const name of Object.keys(fields)) problems[name] ??= fieldText(write.problem, `/${name}`)
    context.update()
    await Promise.resolve()
    document.querySelector('[aria-invalid]')?.focus()
  }

  function field(name, label, options = {}) {
    return textField({
      id: name, label, value: fields[name], error: problems[name],
      input: (value) => {
        fields[name] = name === 'username' ? value.toLowerCase() : value
        problems[name] = null
        context.update()
      },
      ...options
    })
  }

  function view() {
    const isAtField = Object.values(problems).some(Boolean)
    return html`${heading(t('register.title'))}
      <form class="form" novalidate @submit=${submit}>
        ${isAtField ? null : problemBanner(write.problem)}
        ${field('username', t('field.username'), {
          autocomplete: 'username', capitals: 'none', maxLength: 30, isRequired: true, hint: t('register.username-hint')
        })}
        ${field('password', t('field.password'), {
          type: 'password', autocomplete: 'new-password', isRequired: true, hint: t('register.password-hint')
        })}
        ${field('firstName', t('field.first-name'), { autocomplete: 'given-name', maxLength: 80, isRequired: true })}
        ${field('lastName', t('field.last-name'), { autocomplete: 'family-name', maxLength: 80 })}
        ${field('email', t('field.email'), { type: 'email', autocomplete: 'email', mode: 'email' })}
        ${button({ text: t('register.do'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
      </form>
      <p>${t('register.known')} <a href=${`/sign-in${location.search}`}>${t('signin.title')}</a></p>`
  }
  return { title: () => t('register.title'), view }
}
