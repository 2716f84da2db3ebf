// New: what can be made.

import { heading, icon } from '../parts.js'
import { html, keyed } from '../template.js'
import { t } from '../text.js'

const kinds = [['/new/dare', 'new.dare'], ['/new/competition', 'new.competition'], ['/new/open', 'new.open']]

export function open() {
  return {
    title: () => t('nav.new'),
    view: () => html`${heading(t('new.title'))}
      <ul class="links">${keyed(kinds, ([href]) => href, ([href, name]) => html`<li><a href=${href}><span class="kind"><strong>${t(`${name}-kind`)}</strong><span
        class="secondary">${t(`${name}-what`)}</span></span>${icon('right')}</a></li>`)}</ul>`
  }
}
