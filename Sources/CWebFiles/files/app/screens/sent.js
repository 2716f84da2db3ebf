// Sent: one dare and everyone who got it.

import {
  api, avatar, chip, deadlineLine, has, html, linkButton, listOf, live, liveList, nameOf, row, section,
  stateOf, t
} from '../base.js'

export function open(context) {
  const id = context.params.challenge
  const part = live(context, `challenge:${id}`, api.getChallenge, { id })

  const assignments = liveList(context, `list:sent:${id}`, 'assignment', api.listAssignments, { role: 'sender', challenge: id, limit: 100 })

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
    const label = t('sent.to', { n: challenge.assignments.length })
    return html`<div class="form">
      <p class="secondary">${deadlineLine(challenge.deadline)}</p>
      ${challenge.description ? html`<p class="prose">${challenge.description}</p>` : null}
      ${section(label, listOf(assignments, { view: recipientRow, label }))}
      <div>${linkButton(`/new/dare?copy=${id}`, t('dare.again'), { icon: 'again' })}</div></div>`
  }

  return {
    title: () => part.value?.name ?? t('dare.word'),
    view: () => stateOf(part, shown)
  }
}
