// Sent: one dare and everyone who got it.

import { api } from '../api.js'
import { avatar, chip, deadlineLine, heading, icon, listOf, row, stateOf } from '../parts.js'
import { live, liveList } from '../store.js'
import { html } from '../template.js'
import { has, nameOf, t } from '../text.js'

export function open(context) {
  const id = context.params.challenge
  const part = live(context, `challenge:${id}`, ({ signal }) => api.getChallenge({ id, signal }))

  const assignments = liveList(context, `list:sent:${id}`, 'assignment', ({ signal, cursor }) =>
    api.listAssignments({ signal, query: { role: 'sender', challenge: id, limit: 100, cursor } }))

  /// A recipient's answer so far. One that is over is grey, without icon and link.
  function recipientRow(assignment) {
    const { recipient, state, displayState } = assignment
    const isOver = displayState === 'done'
    return row({
      href: isOver ? null : `/assignments/${assignment.id}`, lead: avatar(recipient), title: nameOf(recipient),
      secondary: has(`sent.${state}`) ? t(`sent.${state}`) : null, end: chip(assignment), isMuted: isOver
    })
  }

  function shown(challenge) {
    return html`<div class="form">
      <p class="secondary">${deadlineLine(challenge.deadline)}</p>
      ${challenge.description ? html`<p class="prose">${challenge.description}</p>` : null}
      <section class="section"><h2>${t('sent.to', { n: challenge.assignments.length })}</h2>${
        listOf(assignments, { view: recipientRow, none: null, label: t('sent.to', { n: challenge.assignments.length }) })}</section>
      <div><a class="button" href=${`/new/dare?copy=${id}`}>${icon('again')}<span>${t('dare.again')}</span></a></div></div>`
  }

  return {
    title: () => part.value?.name ?? t('dare.word'),
    view: () => html`${heading(part.value?.name ?? t('dare.word'))}${stateOf(part, shown)}`
  }
}
