// A forgotten password: asks for a mail with a link.

import { api, newID } from '../api.js'
import { formOf } from '../fields.js'
import { button, heading, problemBanner, writing } from '../parts.js'
import { html } from '../template.js'
import { t } from '../text.js'

export function open(context) {
  const write = writing(context)
  const form = formOf(context, { login: context.query.get('login') ?? '' })
  let isSent = false

  async function submit(event) {
    event.preventDefault()
    const login = form.values.login.trim()
    if (!form.check({ login: login ? null : t('forgot.login-needed') })) return
    if (!(await write.run('forgot', newID(), (key) => api.requestReset({ body: { login }, key })))) return form.refused(write.problem)
    isSent = true
    context.update()
  }

  function view() {
    if (isSent) {
      return html`${heading(t('forgot.title'))}<div class="form" role="status"><p>${t('forgot.sent')}</p><p>${t('forgot.sent-more')}</p></div>
        <div class="actions"><a class="button is-main" href="/reset"><span>${t('reset.have-code')}</span></a>${button({
          text: t('forgot.again'), click: () => {
            isSent = false
            context.update()
          }
        })}</div>`
    }
    return html`${heading(t('forgot.title'))}
      <form class="form" novalidate @submit=${submit}>
        <p>${t('forgot.what')}</p>
        ${form.isAtField ? null : problemBanner(write.problem)}
        ${form.field('login', { label: t('signin.login'), autocomplete: 'username', capitals: 'none', isRequired: true })}
        ${button({ text: t('forgot.do'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
      </form>
      <p><a href="/sign-in">${t('signin.title')}</a></p>`
  }
  return { title: () => t('forgot.title'), view }
}
