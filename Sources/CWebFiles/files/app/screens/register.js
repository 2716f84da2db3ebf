// Create an account.

import { button, go, html, newID, problemBanner, session, t, writing } from '../base.js'
import { formOf, isPassword, isUsername } from '../fields.js'
import { destination } from './sign-in.js'

export function open(context) {
  const form = formOf(context, { username: '', password: '', firstName: '', lastName: '', email: '' })
  const user = newID()
  const write = writing(context)

  async function create() {
    const { username, password, firstName, lastName, email } = form.values
    const body = {
      user, username, password, firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() || null,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone
    }
    try {
      return await session.register(body)
    } catch (problem) {
      // The answer was lost: the account may be there.
      if (![0, 503, 504].includes(problem.status)) throw problem
      return session.signIn({ login: username, password }).catch(() => { throw problem })
    }
  }

  /// Says what is wrong before sending; the server has the last word.
  async function submit() {
    const { username, password, firstName } = form.values
    const isRight = form.check({
      username: isUsername(username) ? null : t('identity.username_invalid'),
      password: isPassword(password) ? null : t('identity.password_invalid'),
      firstName: firstName.trim() ? null : t('identity.first_name_invalid')
    })
    if (!isRight) return
    if (await write.run('register', null, create)) return go(destination(context.query), { replaces: true })
    form.refused(write.problem, { 'identity.username_taken': 'username', 'identity.email_taken': 'email' })
  }

  function view() {
    const { field } = form
    return html`<form class="form" novalidate @submit=${submit}>
        ${form.isAtField ? null : problemBanner(write.problem)}
        ${field('username', {
          label: t('field.username'), autocomplete: 'username', capitals: 'none', maxLength: 30, isRequired: true,
          hint: t('register.username-hint'), input: (value) => form.set('username', value.toLowerCase())
        })}
        ${field('password', {
          label: t('field.password'), type: 'password', autocomplete: 'new-password', isRequired: true, hint: t('register.password-hint')
        })}
        ${field('firstName', { label: t('field.first-name'), autocomplete: 'given-name', maxLength: 80, isRequired: true })}
        ${field('lastName', { label: t('field.last-name'), autocomplete: 'family-name', maxLength: 80 })}
        ${field('email', { label: t('field.email'), type: 'email', autocomplete: 'email', mode: 'email' })}
        ${button({ text: t('register.do'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
      </form>
      <p>${t('register.known')} <a href=${`/sign-in${location.search}`}>${t('signin.title')}</a></p>`
  }
  return { title: () => t('register.title'), view }
}
