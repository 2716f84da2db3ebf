// Sign in, and go on to where the person was going.

import { button, go, html, newID, problemBanner, session, t, textField, writing } from '../base.js'

const kept = 'gauntlet.code'

/// Keeps the code of an invitation until someone is signed in, or forgets it.
export function keepCode(code) {
  try {
    if (code) sessionStorage.setItem(kept, code)
    else sessionStorage.removeItem(kept)
  } catch {
    // The address has it.
  }
}

function keptCode() {
  try {
    return sessionStorage.getItem(kept)
  } catch {
    return null
  }
}

/// Where the address says to go on: a path of this client, nothing else. Else to a kept code.
export function destination(query) {
  const code = keptCode()
  const to = query.get('to') ?? (code ? `/c/${code}` : '')
  return /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : '/'
}

export function open(context) {
  const fields = { login: '', password: '' }
  const write = writing(context)
  let isShown = false

  async function submit() {
    const once = () => session.signIn({ ...fields, login: fields.login.trim() })
    const done = await write.run('sign-in', newID(), () => once().catch(async (problem) => {
      // A busy server says when to come back: wait, and repeat once.
      if (problem.status !== 503 || problem.retryAfter > 10) throw problem
      await new Promise((resolve) => { setTimeout(resolve, Math.max(1, problem.retryAfter) * 1000) })
      return once()
    }))
    if (done) go(destination(context.query), { replaces: true })
  }

  function view() {
    return html`<form class="form" @submit=${submit}>
        ${problemBanner(write.problem)}
        ${textField({
          id: 'login', label: t('signin.login'), value: fields.login, autocomplete: 'username', capitals: 'none',
          isRequired: true, input: (value) => { fields.login = value }
        })}
        ${textField({
          id: 'password', label: t('field.password'), value: fields.password, type: isShown ? 'text' : 'password',
          autocomplete: 'current-password', isRequired: true, input: (value) => { fields.password = value }
        })}
        <label class="check"><input type="checkbox" .checked=${isShown} @change=${() => {
          isShown = !isShown
          context.update()
        }}><span>${t('field.show-password')}</span></label>
        ${button({ text: t('signin.do'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
      </form>
      <p><a href="/forgot">${t('signin.forgot')}</a></p>
      <p>${t('signin.new')} <a href=${`/register${location.search}`}>${t('signin.create')}</a></p>`
  }
  return { title: () => t('signin.title'), view }
}
