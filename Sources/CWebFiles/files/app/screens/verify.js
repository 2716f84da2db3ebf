// Proves an e-mail address with the ticket of a mail: by its link at once, else with its code.

import { api, newID } from '../api.js'
import { formOf } from '../fields.js'
import { button, heading, problemBanner, skeleton, writing } from '../parts.js'
import { session } from '../session.js'
import { store } from '../store.js'
import { html } from '../template.js'
import { t } from '../text.js'
import { isTicket, takeTicket } from '../ticket.js'

export function open(context) {
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

  function submit(event) {
    event.preventDefault()
    prove()
  }

  function view() {
    if (isDone) {
      return html`${heading(t('verify.title'))}<p role="status">${t('verify.done')}</p><a class="button is-main"
        href=${session.user ? '/settings/access' : '/sign-in'}><span>${t(session.user ? 'access.title' : 'signin.title')}</span></a>`
    }
    if (!isTyped) return html`${heading(t('verify.title'))}${skeleton(1)}`
    return html`${heading(t('verify.title'))}
      <form class="form" novalidate @submit=${submit}>
        <p>${t('verify.what')}</p>
        ${form.isAtField ? null : problemBanner(write.problem)}
        ${form.field('ticket', { label: t('ticket.code'), capitals: 'none', maxLength: 200, isRequired: true, hint: t('ticket.hint') })}
        ${button({ text: t('verify.do'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
      </form>`
  }
  if (!isTyped) prove()
  return { title: () => t('verify.title'), view }
}
