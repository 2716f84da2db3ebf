// Presets: goals that begin with two presses.

import { api } from './api.js'
import { icon, stateOf } from './parts.js'
import { liveList } from './store.js'
import { html, keyed } from './template.js'
import { t } from './text.js'

/// The presets as links that fill in a new goal.
export function presetLinks(context) {
  const part = liveList(context, `list:presets-${document.documentElement.lang}`, 'definition', ({ signal, cursor }) =>
    api.listDefinitions({ signal, query: { of: 'preset', limit: 50, cursor } }))
  return () => stateOf(part, () => (part.rows.length ? html`<section class="section"><h2>${t('goal.presets')}</h2>
    <ul class="links">${keyed(part.rows, ({ id }) => id, (one) => html`<li><a href=${`/new/goal?from=${one.id}`}>${icon('goal')}<span
      class="kind"><strong>${one.name}</strong><span class="secondary">${one.description}</span></span>${icon('right')}</a></li>`)}</ul></section>` : null), { bones: 3 })
}
