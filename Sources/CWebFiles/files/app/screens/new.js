// New: what can be made.

import { heading, icon } from '../parts.js'
import { presetLinks } from '../presets.js'
import { html, keyed } from '../template.js'
import { t } from '../text.js'

const kinds = ['dare', 'competition', 'open', 'goal', 'workout']

export function open(context) {
  const presets = presetLinks(context)
  return {
    title: () => t('nav.new'),
    view: () => html`${heading(t('new.title'))}
      <ul class="links">${keyed(kinds, (kind) => kind, (kind) => html`<li><a href=${`/new/${kind}`}><span class="kind"><strong>${
        t(`new.${kind}-kind`)}</strong><span class="secondary">${t(`new.${kind}-what`)}</span></span>${icon('right')}</a></li>`)}</ul>
      ${presets()}`
  }
}
