// Reminders of a dare, a contest or a goal: at a time of the day, on days of the week.

import {
  api, ask, button, choice, close, empty, html, icon, listOf, live, liveList, momentText, newID, note,
  optionsOf, problemBanner, row, rows, section, sign, stateOf, store, t, textField, weekdayText, writing
} from '../base.js'
import { weekdays } from '../pickers.js'

const week = [1, 2, 3, 4, 5, 6, 7]
const most = 5

function remindersOf(context) {
  return liveList(context, 'list:reminders', 'reminder', api.listReminders, { limit: 100 })
}

function timeText(minute) {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/// Sets a reminder, or changes or removes the given one. `subjects` has `[of:id, name]` to choose
/// from; without it the reminder is of `of` and `subject`.
async function reminderSheet(context, write, { of, subject, reminder, subjects, part }) {
  const form = {
    id: newID(), time: timeText(reminder?.minuteOfDay ?? 18 * 60), weekdays: reminder?.weekdays ?? week,
    isOn: reminder?.isOn ?? true, about: subjects?.[0]?.[0]
  }
  let problem = null
  write.problem = null
  const set = (name, value) => { form[name] = value; problem = write.problem = null; context.update() }

  async function send() {
    if (write.busy) return
    const [hours, minutes] = form.time.split(':').map(Number)
    problem = !form.time ? 'challenges.minute_invalid' : !form.weekdays.length ? 'challenges.weekdays_invalid' : null
    context.update()
    if (problem) return
    const body = { minuteOfDay: hours * 60 + minutes, weekdays: form.weekdays, isOn: form.isOn }
    if (!reminder) {
      const [kind, id] = form.about ? form.about.split(':') : [of, subject]
      Object.assign(body, { id: form.id, of: kind, subject: id })
    }
    const answer = await write.run('reminder', body, (key) => (reminder
      ? api.changeReminder({ id: reminder.id, version: reminder.version, body, key }) : api.setReminder({ body, key })))
    if (answer) done(t('settings.saved'))
    else if (write.problem?.current) reminder = write.problem.current
  }

  async function remove() {
    const answer = await write.run('no-reminder', null, (key) => api.removeReminder({ id: reminder.id, version: reminder.version, key }))
    if (answer) done(t('reminder.gone'))
  }

  function done(said) {
    note(said)
    close(true)
  }

  const isChanged = await ask(() => html`<form class="form" novalidate @submit=${send}>
    <h2 id="dialog-title">${t(reminder ? 'reminder.change' : 'reminder.new')}</h2>
    ${subjects ? choice({ name: 'about', legend: t('reminder.about'), value: form.about, options: subjects, pick: (key) => set('about', key) }) : null}
    ${textField({ id: 'time', label: t('reminder.time'), type: 'time', value: form.time, input: (value) => set('time', value), hint: t('reminder.hint') })}
    ${weekdays({ legend: t('reminder.days'), value: form.weekdays, pick: (days) => set('weekdays', days) })}
    ${reminder ? choice({
      name: 'on', legend: t('reminder.word'), value: form.isOn ? 'on' : 'off', pick: (key) => set('isOn', key === 'on'),
      options: optionsOf('reminder.', ['on', 'off'])
    }) : null}
    ${problem ? html`<p class="error" role="alert">${t(problem)}</p>` : problemBanner(write.problem)}
    <div class="actions">${reminder ? button({ text: t('do.delete'), isDanger: true, click: remove }) : null}${
      button({ text: t('do.save'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}</div></form>`, context.update)
  write.problem = null
  if (isChanged) part.load()
}

function reminderRow(reminder, change, title, href) {
  const days = reminder.weekdays.length === 7 ? t('reminder.daily') : reminder.weekdays.map((one) => weekdayText(one)).join(', ')
  return row({
    href, lead: sign(icon('clock')), title: title ?? timeText(reminder.minuteOfDay),
    secondary: `${title ? `${timeText(reminder.minuteOfDay)} · ` : ''}${days}${reminder.isOn
      ? reminder.nextAt ? ` · ${t('reminder.next', { when: momentText(reminder.nextAt) })}` : '' : ` · ${t('reminder.off')}`}`,
    isMuted: !reminder.isOn,
    actions: button({ text: t('do.change'), label: t('reminder.change-at', { time: timeText(reminder.minuteOfDay) }), click: change })
  })
}

/// The reminders of one subject, for the screen that shows it. Answers the view; what is over takes
/// no new ones.
export function reminderSection(context, write, of, subject) {
  const part = remindersOf(context)
  const sheet = (reminder) => reminderSheet(context, write, { of, subject, reminder, part })
  return (isOver) => stateOf(part, () => {
    const mine = part.rows.filter((one) => one.of === of && one.subject === subject)
    if (isOver && !mine.length) return null
    return section(t('reminder.title'), html`${mine.length ? rows(mine, (one) => reminderRow(one, () => sheet(one))) : null}
      ${isOver || mine.length >= most ? null : html`<div>${button({ text: t('reminder.new'), icon: 'clock', click: () => sheet() })}</div>`}`)
  }, { bones: 1 })
}

/// The name of what is reminded of or timed; asked for once where it is unknown.
export function subjectName({ of, subject }, context) {
  const key = `${of}:${subject}`
  const row = store.get(key)
  if (row) return row.name ?? row.challenge?.name
  if (!asked.has(key)) {
    asked.add(key)
    const read = { goal: api.getGoal, assignment: api.getAssignment, contest: api.getContest }[of]
    read?.({ id: subject, signal: context.signal }).then((answer) => store.put(key, answer),
      (problem) => { if (problem.status !== 404) asked.delete(key) })
  }
  return null
}

const asked = new Set()

export const subjectPath = {
  goal: (id) => `/goals/${id}`, assignment: (id) => `/assignments/${id}`, contest: (id) => `/contests/${id}`
}

// My reminders: of dares, contests and goals.

export function open(context) {
  const write = writing(context)
  const part = remindersOf(context)
  // What one can be reminded of is what one is to do.
  const home = live(context, 'subjects', api.getHome, { query: { limit: 50 } })

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
    return html`<div class="form">
      ${problemBanner(write.problem)}
      ${listOf(part, { view: line, none: empty(t('reminder.none')), label: t('reminder.mine') })}
      ${some.length ? html`<div>${button({
        text: t('reminder.new'), icon: 'clock', click: () => reminderSheet(context, write, { subjects: some, part })
      })}</div>` : null}</div>`
  }
  return { title: () => t('reminder.mine'), view }
}
