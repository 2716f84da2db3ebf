// A new password, with the ticket of a mail.

import { api, newID } from '../api.js'
import { formOf } from '../fields.js'
import { button, check, heading, note, problemBanner, writing } from '../parts.js'
import { go } from '../router.js'
import { session } from '../session.js'
import { html } from '../template.js'
import { t } from '../text.js'
import { isTicket, takeTicket } from '../ticket.js'
import { isPassword } from './register.js'

export function open(context) {
  const write = writing(context)
  const form = formOf(context, { ticket: takeTicket(), password: '' })
  // A link that works needs no field for what it has.
  let isTyped = !form.values.ticket
  let isShown = false

  async function submit(event) {
    event.preventDefault()
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
    return html`${heading(t('reset.title'))}
      <form class="form" novalidate @submit=${submit}>
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
