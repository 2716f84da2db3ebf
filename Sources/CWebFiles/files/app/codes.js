// The addresses of codes: of contests and of invitations.

import { button, html, note, t } from './base.js'

function copy({ currentTarget }) {
  const field = currentTarget.closest('li').querySelector('input')
  field.select()
  if (document.execCommand('copy')) note(t('code.copied'))
}

/// A code in a list, as the address to pass on: what is said of it, and what can be done with it.
export function codeRow({ code, uses, usesMax, expiresAt }, { said, actions, isOver }) {
  const used = t(usesMax ? 'code.uses-of' : 'code.uses', { n: uses, of: usesMax ?? 0 })
  return html`<li class=${isOver ? 'entry is-muted' : 'entry'}>${isOver ? null : html`<div class="field"><label
      for=${`code-${code}`}>${t('code.address')}</label><input id=${`code-${code}`} readonly .value=${`${location.origin}/c/${code}`}
      @focus=${(event) => event.target.select()}></div>`}
    <p class="secondary">${used} · ${t('code.expires')} <g-time .as=${'moment'} .moment=${expiresAt}></g-time>${said ? ` · ${said}` : ''}</p>
    ${isOver ? null : html`<div class="actions">${button({ text: t('code.copy'), click: copy })}${actions}</div>`}</li>`
}
