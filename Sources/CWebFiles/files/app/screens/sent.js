// Sent: one dare and everyone who got it.

import { api } from '../api.js'
import { avatar, deadlineLine, heading, icon, row, stateOf } from '../parts.js'
import { live } from '../store.js'
import { html, keyed } from '../template.js'
import { has, nameOf, t } from '../text.js'

export function open(context) {
  const id = context.params.challenge
  const part = live(context, `challenge:${id}`, ({ signal }) => api.getChallenge({ id, signal }))

  function recipientRow({ id: assignment, recipient, state }) {
    return row({
      href: `/assignments/${assignment}`, lead: avatar(recipient), title: nameOf(recipient),
      secondary: has(`sent.${state}`) ? t(`sent.${state}`) : state
    })
  }

  function shown(challenge) {
    return html`<div class="form">
      <p class="secondary">${deadlineLine(challenge.deadline)}</p>
      ${challenge.description ? html`<p class="prose">${challenge.description}</p>` : null}
      <section class="section"><h2>${t('sent.to', { n: challenge.assignments.length })}</h2><ul class="rows">${keyed(
        challenge.assignments, (one) => one.id, recipientRow)}</ul></section>
      <div><a class="button" href=${`/new/dare?copy=${id}`}>${icon('again')}<span>${t('dare.again')}</span></a></div></div>`
  }

  return {
    title: () => part.value?.name ?? t('dare.word'),
    view: () => html`${heading(part.value?.name ?? t('dare.word'))}${stateOf(part, shown)}`
  }
}
