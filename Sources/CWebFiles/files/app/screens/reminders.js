// My reminders: of dares, contests and goals.

import { api } from '../api.js'
import { button, empty, heading, listOf, problemBanner, writing } from '../parts.js'
import { reminderRow, reminderSheet, remindersOf, subjectName, subjectPath } from '../reminders.js'
import { live } from '../store.js'
import { html } from '../template.js'
import { t } from '../text.js'

export function open(context) {
  const write = writing(context)
  const part = remindersOf(context)
  // What one can be reminded of is what one is to do.
  const home = live(context, 'subjects', ({ signal }) => api.getHome({ signal, query: { limit: 50 } }))

  function subjects() {
    return (home.value?.items ?? []).flatMap(({ assignment, contest, goal }) => {
      if (assignment) return [[`assignment:${assignment.id}`, assignment.challenge.name]]
      if (goal) return [[`goal:${goal.id}`, goal.name]]
      return contest ? [[`contest:${contest.id}`, contest.name]] : []
    })
  }

  function line(reminder) {
    const name = subjectName(reminder, context)
    return reminderRow(reminder, () => reminderSheet(context, write, { reminder, part }), name ?? t('reminder.word'),
      subjectPath[reminder.of]?.(reminder.subject))
  }

  function view() {
    const some = subjects()
    return html`${heading(t('reminder.mine'))}<div class="form">
      ${problemBanner(write.problem)}
      ${listOf(part, { view: line, none: empty(t('reminder.none')), label: t('reminder.mine') })}
      ${some.length ? html`<div>${button({
        text: t('reminder.new'), icon: 'clock', click: () => reminderSheet(context, write, { subjects: some, part })
      })}</div>` : null}</div>`
  }
  return { title: () => t('reminder.mine'), view }
}
