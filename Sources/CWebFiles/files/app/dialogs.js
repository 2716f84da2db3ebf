// What several screens ask in the same way.

import { ask, button, close, html, t } from './base.js'

/// Asks before something that cannot be taken back, or that concerns others: what it does is said.
export function confirmed(context, { title, why, act }) {
  return ask(() => html`<div class="form"><h2 id="dialog-title">${title}</h2><p>${why}</p>
    <div class="actions">${button({ text: t('do.cancel'), click: () => close(false) })}${
      button({ text: act, isDanger: true, click: () => close(true) })}</div></div>`, context.update)
}

/// The same, of a question whose sentences are `id` and `id.why` of the languages.
export function sure(context, id, act) {
  return confirmed(context, { title: t(id), why: t(`${id}.why`), act })
}

/// Brings the first wrong field into sight.
export async function showProblem(context, within = 'main') {
  context.update()
  await Promise.resolve()
  const field = document.querySelector(`${within} [aria-invalid], ${within} .error`)
  const folded = field?.closest('details')
  if (folded) folded.open = true
  if (field?.matches('input, textarea')) field.focus()
  else field?.scrollIntoView({ block: 'center' })
}
