// New: what can be made, and presets of goals, which begin with two presses.

import { api, html, icon, keyed, linkList, liveList, section, stateOf, t } from '../base.js'

/// The presets as links that fill in a new goal.
export function presetLinks(context) {
  const part = liveList(context, `list:presets-${document.documentElement.lang}`, 'definition', api.listDefinitions, { of: 'preset', limit: 50 })
  const text = ({ name, description }) =>
    html`<span class="kind"><strong>${name}</strong><span class="secondary">${description}</span></span>`
  return () => stateOf(part, () => (part.rows.length ? section(t('goal.presets'), linkList(
    part.rows.map((one) => [`/new/goal?from=${one.id}`, 'goal', text(one)]))) : null), { bones: 3 })
}

const kinds = ['dare', 'competition', 'open', 'goal', 'workout']

export function open(context) {
  const presets = presetLinks(context)
  return {
    title: () => t('nav.new'),
    headline: () => t('new.title'),
    view: () => html`<ul class="links">${keyed(kinds, (kind) => kind, (kind) => html`<li><a href=${`/new/${kind}`}><span class="kind"><strong>${
        t(`new.${kind}-kind`)}</strong><span class="secondary">${t(`new.${kind}-what`)}</span></span>${icon('right')}</a></li>`)}</ul>
      ${presets()}`
  }
}
