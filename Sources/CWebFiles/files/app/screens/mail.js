// The screens of mails with a ticket: a forgotten password, a new one, and a proved address.

import {
  api, button, check, go, html, linkButton, newID, note, problemBanner, session, skeleton, store, t, writing
} from '../base.js'
import { formOf, isPassword } from '../fields.js'

// The ticket of a mail: in the fragment of its link, read once, or typed.

const shape = /^[\w-]{1,200}$/

/// Takes the ticket out of the address, so that neither the history nor a picture of the window
/// has it.
function takeTicket() {
  const ticket = location.hash.slice(1)
  if (location.hash) history.replaceState(history.state, '', location.pathname)
  return shape.test(ticket) ? ticket : ''
}

/// Whether a text can be a ticket.
function isTicket(text) {
  return shape.test(text)
}

// A forgotten password: asks for a mail with a link.

export function forgot(context) {
  const write = writing(context)
  const form = formOf(context, { login: context.query.get('login') ?? '' })
  let isSent = false

  async function submit() {
    const login = form.values.login.trim()
    if (!form.check({ login: login ? null : t('forgot.login-needed') })) return
    if (!(await write.run('forgot', newID(), (key) => api.requestReset({ body: { login }, key })))) return form.refused(write.problem)
    isSent = true
    context.update()
  }

  function view() {
    if (isSent) {
      return html`<div class="form" role="status"><p>${t('forgot.sent')}</p><p>${t('forgot.sent-more')}</p></div>
        <div class="actions">${linkButton('/reset', t('reset.have-code'), { isMain: true })}${button({
          text: t('forgot.again'), click: () => {
            isSent = false
            context.update()
          }
        })}</div>`
    }
    return html`<form class="form" novalidate @submit=${submit}>
        <p>${t('forgot.what')}</p>
        ${form.isAtField ? null : problemBanner(write.problem)}
        ${form.field('login', { label: t('signin.login'), autocomplete: 'username', capitals: 'none', isRequired: true })}
        ${button({ text: t('forgot.do'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
      </form>
      <p><a href="/sign-in">${t('signin.title')}</a></p>`
  }
  return { title: () => t('forgot.title'), view }
}

// A new password, with the ticket of a mail.

export function reset(context) {
  const write = writing(context)
  const form = formOf(context, { ticket: takeTicket(), password: '' })
  // A link that works needs no field for what it has.
  let isTyped = !form.values.ticket
  let isShown = false

  async function submit() {
    const { password } = form.values
    const ticket = form.values.ticket.trim()
    const isRight = form.check({
      ticket: isTicket(ticket) ? null : t('ticket.needed'), password: isPassword(password) ? null : t('identity.password_invalid')
    })
    if (!isRight) return
    const done = await write.run('reset', newID(), async (key) => {
      const answer = await api.resetPassword({ body: { ticket, password }, key })
      await session.begin(answer, password)
      return answer
    })
    if (!done) {
      isTyped ||= write.problem.fields.some(({ pointer }) => pointer === '/ticket')
      return form.refused(write.problem)
    }
    note(t('reset.done'))
    go('/', { replaces: true })
  }

  function view() {
    return html`<form class="form" novalidate @submit=${submit}>
        <p>${t('reset.what')}</p>
        ${form.isAtField ? null : problemBanner(write.problem)}
        ${isTyped ? form.field('ticket', { label: t('ticket.code'), capitals: 'none', maxLength: 200, isRequired: true, hint: t('ticket.hint') }) : null}
        ${form.field('password', {
          label: t('access.new'), type: isShown ? 'text' : 'password', autocomplete: 'new-password', isRequired: true, hint: t('register.password-hint')
        })}
        ${check({
          id: 'show', label: t('field.show-password'), isOn: isShown, change: (isOn) => {
            isShown = isOn
            context.update()
          }
        })}
        ${button({ text: t('reset.do'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
      </form>
      <p><a href="/forgot">${t('forgot.again')}</a></p>`
  }
  return { title: () => t('reset.title'), view }
}

// Proves an e-mail address with the ticket of a mail: by its link at once, else with its code.

export function verify(context) {
  const write = writing(context)
  const form = formOf(context, { ticket: takeTicket() })
  let isDone = false
  let isTyped = !form.values.ticket

  async function prove() {
    const ticket = form.values.ticket.trim()
    if (!form.check({ ticket: isTicket(ticket) ? null : t('ticket.needed') })) return
    isDone = Boolean(await write.run('verify', newID(), (key) => api.verifyEmail({ body: { ticket }, key })))
    if (isDone) {
      store.expire('me')
    } else {
      isTyped = true
      form.refused(write.problem)
    }
    context.update()
  }

  function submit() {
    prove()
  }

  function view() {
    if (isDone) {
      const [href, word] = session.user ? ['/settings/access', 'access.title'] : ['/sign-in', 'signin.title']
      return html`<p role="status">${t('verify.done')}</p>${linkButton(href, t(word), { isMain: true })}`
    }
    if (!isTyped) return skeleton(1)
    return html`<form class="form" novalidate @submit=${submit}>
        <p>${t('verify.what')}</p>
        ${form.isAtField ? null : problemBanner(write.problem)}
        ${form.field('ticket', { label: t('ticket.code'), capitals: 'none', maxLength: 200, isRequired: true, hint: t('ticket.hint') })}
        ${button({ text: t('verify.do'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
      </form>`
  }
  if (!isTyped) prove()
  return { title: () => t('verify.title'), view }
}
