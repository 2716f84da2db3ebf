// Goals and streaks.

import { amountText, progressText, readAmount, secondsOf, unitText } from '../amounts.js'
import {
  api, ask, avatar, button, choice, close, dayText, empty, fieldText, go, has, html, icon, keyed,
  linkButton, listOf, live, liveList, momentText, nameOf, noonOf, note, now, optionsOf, problemBanner, row,
  rowBy, rows, section, session, sign, spoken, stateOf, store, t, textField, weekdayText, writing
} from '../base.js'
import { sure } from '../dialogs.js'
import { goalActs, goalChip, goalRow, mainAct, measure, stateOfGoal } from '../goals.js'
import { photoAdder, photoGrid, photosBy } from '../photos.js'
import { weekdays } from '../pickers.js'
import { presetLinks } from './new.js'
import { reminderSection } from './reminders.js'

// Streaks: how many days, or periods of a goal, counted in a row.

function streaksOf(context) {
  return liveList(context, 'streaks', 'streak', api.listStreaks, { limit: 100 }, {
    rowOf: (one) => ({ ...one, id: one.goalID ?? 'all' })
  })
}

/// A streak in figures; the overall one with its plan of rest.
function streakLine(context, write, streak) {
  const isOverall = !streak.goalID
  return section(t(isOverall ? 'streak.all' : 'streak.title'), html`
    <p class="lead">${icon('flame')}<span><strong>${t('streak.now', { n: streak.current })}</strong> <span class="secondary">${t('streak.best', { n: streak.best })} · ${
      t('streak.freezes', { n: streak.freezes })}${streak.isPaused ? ` · ${t('goal.is-paused')}` : ''}</span></span></p>
    ${isOverall ? html`<div>${button({ text: t('streak.plan'), click: () => plan(context, write, streak) })}</div>` : null}`)
}

async function plan(context, write, streak) {
  const form = { restWeekdays: streak.restWeekdays, isPaused: streak.isPaused }
  const send = async () => {
    const answer = await write.run('streak', form, (key) => api.planStreak({ body: form, version: streak.version, key }))
    const row = answer ?? write.problem?.current
    if (row) store.put('streak:all', { ...row, id: 'all' })
    if (!answer) return
    note(t('settings.saved'))
    close(true)
  }
  await ask(() => html`<form class="form" @submit=${send}><h2 id="dialog-title">${t('streak.plan')}</h2><p>${t('streak.why')}</p>
    ${weekdays({ legend: t('goal.rest'), value: form.restWeekdays, most: 6, pick: (days) => { form.restWeekdays = days; context.update() } })}
    ${choice({
      name: 'streak', legend: t('streak.title'), value: form.isPaused ? 'yes' : 'no',
      options: [['no', t('streak.runs')], ['yes', t('goal.is-paused')]], pick: (key) => { form.isPaused = key === 'yes'; context.update() }
    })}${problemBanner(write.problem)}
    ${button({ text: t('do.save'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}</form>`, context.update)
  write.problem = null
}

// Goals: those under way, each with its one action, and the streak of all of them.

export function goals(context) {
  const write = writing(context)
  const acts = goalActs(context, write)
  const list = liveList(context, 'list:goals', 'goal', api.listGoals, { list: 'active', limit: 50 })
  const streaks = streaksOf(context)
  const presets = presetLinks(context)

  function view() {
    const streak = (streaks.rows ?? []).find((one) => !one.goalID)
    return html`<div class="form">
        ${problemBanner(write.problem)}
        <div class="actions">${linkButton('/new/goal', t('goal.new'), { icon: 'plus' })}${linkButton('/history', t('nav.history'), { icon: 'clock' })}</div>
        ${listOf(list, {
          label: t('nav.goals'), view: (goal) => goalRow(goal, acts, write),
          none: html`<div class="form">${empty(t('goal.none'))}${presets()}</div>`
        })}
        ${streak ? streakLine(context, write, streak) : null}
      </div>`
  }
  return { title: () => t('nav.goals'), view }
}

// A goal: how far it is, what one can do about it, its days, entries, photos and reminders. Friends
// see what its owner shows them.

const moves = {
  pause: api.pauseGoal, resume: api.resumeGoal, abandon: api.abandonGoal
}

export function goal(context) {
  const { id } = context.params
  const write = writing(context)
  const acts = goalActs(context, write)
  const part = live(context, `goal:${id}`, api.getGoal, { id })
  const photos = photoAdder(context, write, async (mediaIDs, key) => {
    await api.addGoalPhotos({ id, body: { mediaIDs }, key })
    await acts.read(id)
    return true
  })
  // What only some goals have is asked for once the goal is known.
  let periods = null
  let entries = null
  let streaks = null
  let reminders = null
  let days = null

  function follow(goal) {
    if (goal.recurrence !== 'once') {
      periods ??= liveList(context, `list:periods-${id}`, `period-${id}`, api.listPeriods, { limit: 35 }, { id, rowOf: rowBy('startsOn') })
    }
    if (!isMine(goal)) return
    if (goal.target !== undefined) {
      entries ??= liveList(context, `list:entries-${id}`, 'goalEntry', api.listGoalEntries, { limit: 20 }, { id })
    }
    if (goal.metric) {
      days ??= liveList(context, `list:days-${goal.metric}`, 'healthDay', async (args) => (
        { ...await api.listHealthDays(args), nextCursor: null }), { limit: 7 }, {
        metric: goal.metric, rowOf: (one) => ({ ...one, id: `${one.metric}-${one.day}` })
      })
    }
    if (goal.recurrence !== 'once') streaks ??= streaksOf(context)
    reminders ??= reminderSection(context, write, 'goal', id)
  }

  const isMine = (goal) => goal.owner.id === session.user.id

  async function act(goal, action) {
    if (action === 'abandon' && !(await sure(context, 'ask.goal-abandon', t('goal.abandon')))) return
    acts.move(goal, action, moves[action], t(`goal.did-${action}`))
  }

  async function remove(goal) {
    if (!(await sure(context, 'ask.goal-delete', t('do.delete')))) return
    const done = await write.run('delete', null, (key) => api.deleteGoal({ id, version: goal.version, key }))
    if (!done) return acts.fail(id)
    store.expire('list:')
    note(t('goal.gone'))
    go('/goals', { replaces: true })
  }

  /// Changes one field in a sheet; a newer row keeps what was typed.
  async function edit(name, label, options = {}) {
    const goal = part.value
    const form = { value: options.value ?? goal[name] ?? '', problem: null }
    const send = async () => {
      const read = name === 'target' ? readAmount(form.value, { isWhole: goal.wholeNumbers, none: 'challenges.goal_not_a_number' }) : { amount: form.value }
      form.problem = read.problem && t(read.problem)
      context.update()
      if (form.problem) return
      const answer = await write.run(`edit-${name}`, read.amount, (key) =>
        api.changeGoal({ id, body: { [name]: read.amount }, version: store.get(`goal:${id}`).version, key }))
      if (!answer) {
        form.problem = fieldText(write.problem, `/${name}`)
        return acts.fail(id)
      }
      acts.keep(answer)
      note(t('settings.saved'))
      close(true)
    }
    const set = (value) => { form.value = value; form.problem = write.problem = null; context.update() }
    await ask(() => html`<form class="form" novalidate @submit=${send}><h2 id="dialog-title">${label}</h2>
      ${name === 'visibility' ? choice({
        name, legend: label, value: form.value, pick: set, options: optionsOf('visibility.', ['private', 'friends'])
      }) : textField({ id: name, label, value: form.value, input: set, error: form.problem, ...options.field })}
      ${form.problem ? null : problemBanner(write.problem)}
      ${button({ text: t('do.save'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}</form>`, context.update)
    write.problem = null
  }

  async function time(goal) {
    const { beginTiming } = await spoken(import('./timing.js'), 'goals')
    beginTiming(write, 'goal', goal.id)
  }

  /// A goal in a unit of time counts it, and one without a target is marked by it.
  const isTimed = (goal) => goal.state === 'active' && (secondsOf(goal.unit) || goal.target === undefined)

  function actions(goal) {
    const shown = ['pause', 'resume', 'abandon'].filter((action) => goal.actions.includes(action))
    return html`<div class="actions">${mainAct(goal, acts, write, true)}${
      isTimed(goal) ? button({ text: t('timer.word'), icon: 'timer', click: () => time(goal), isBusy: write.busy === 'timer' }) : null}${
      keyed(shown, (action) => action, (action) => button({
        text: t(`goal.${action}`), isBusy: write.busy === `${action}-${id}`, click: () => act(goal, action)
      }))}</div>`
  }

  function progress(goal) {
    const state = stateOfGoal(goal)
    const often = t(`recurrence.${goal.recurrence}`)
    const rests = goal.restWeekdays.map((one) => weekdayText(one)).join(', ')
    return html`<div class="title-line">${state ? goalChip(state) : null}<span class="secondary">${often}${
        rests ? ` · ${t('goal.rests', { days: rests })}` : ''}${
        goal.lastDay ? ` · ${t('goal.until', { day: dayText(noonOf(goal.lastDay)) })}` : ''}${
        goal.windowDays ? ` · ${t('goal.in-days', { n: goal.windowDays })}` : ''}</span></div>
      ${goal.target === undefined ? null : html`<p class="figure">${goal.value === undefined ? measure(goal) : html`<progress max="100"
        .value=${goal.progress ?? 0} aria-label=${goal.name}></progress><strong>${progressText(goal)}</strong>`}</p>`}
      ${goal.nextTarget === undefined ? null : html`<p class="hint">${t('goal.next-target', { value: `${amountText(goal.nextTarget)} ${unitText(goal.unit)}` })}</p>`}
      ${goal.isFlagged ? html`<p class="hint">${t('goal.flagged')}</p>` : null}`
  }

  function description(goal) {
    const canChange = goal.actions.includes('change')
    return html`<section class="section"><div class="section-head"><h2>${t('field.description')}</h2>${canChange ? button({
        text: t('do.change'), label: t('goal.change-description'),
        click: () => edit('description', t('field.description'), { field: { rows: 4, maxLength: 2000 } })
      }) : null}</div>
      <p class=${goal.description ? 'prose' : 'secondary'}>${goal.description || t('goal.no-description')}</p></section>`
  }

  const periodName = (one) => (one.startsOn === one.endsOn ? dayText(noonOf(one.startsOn))
    : `${dayText(noonOf(one.startsOn))} – ${dayText(noonOf(one.endsOn))}`)
  const periodState = (one) => t(`goal.is-${one.state}`)

  function calendar(goal) {
    if (!periods) return null
    const open = (periods.rows ?? []).slice(1).filter((one) => Date.parse(one.closesAt) > now() && one.state !== 'met')
    const cell = (one) => html`<li class=${`is-${one.state}`}><span aria-hidden="true">${Number(one.startsOn.slice(8))}</span><span class="unseen">${
      periodName(one)}: ${periodState(one)}</span></li>`
    const line = (one) => row({
      lead: goalChip(one.state), title: periodName(one), secondary: one.target === undefined || one.value === undefined ? null
        : progressText({ ...goal, ...one })
    })
    const isDaily = goal.recurrence === 'daily'
    const gap = isDaily && periods.rows?.length ? new Date(`${periods.rows.at(-1).startsOn}T12:00Z`).getUTCDay() || 7 : 1
    return section(t('goal.days'), html`${stateOf(periods, () => (isDaily
      ? html`<div><ol class="calendar" --gap=${gap}>${keyed([...periods.rows].reverse(), (one) => one.id, cell)}</ol>
        <p class="calendar-key secondary">${keyed(['met', 'missed', 'rested'], (state) => state, (state) => html`<span><span
          class=${`is-${state}`} aria-hidden="true"></span>${t(`goal.is-${state}`)}</span>`)}</p></div>`
      : html`<ol class="rows">${keyed(periods.rows, (one) => one.id, line)}</ol>`))}
      ${goal.target === undefined && isMine(goal) && goal.state !== 'abandoned' && open.length ? html`<div class="actions">${keyed(open, (one) => one.id, (one) => button({
        text: t('goal.mark-day', { day: periodName(one) }), click: () => acts.mark(goal, true, one.startsOn)
      }))}</div>` : null}`)
  }

  function log(goal) {
    if (!entries) return null
    const line = (entry) => row({
      lead: sign(icon(entry.source === 'timing' ? 'timer' : 'plus')),
      title: `${amountText(entry.amount)} ${unitText(goal.unit)}`,
      secondary: html`${momentText(entry.occurredAt)}${entry.editedAt ? ` · ${t('goal.edited')}` : ''}${entry.note ? html`<span class="prose">${` · ${entry.note}`}</span>` : null}`,
      actions: html`${entry.photos.length ? photoGrid(context, photosBy(nameOf(goal.owner), entry.photos), () => entries.load()) : null}${button({
        text: t('do.change'), label: t('goal.change-entry', { amount: amountText(entry.amount) }),
        click: () => acts.log(goal, entry)
      })}`
    })
    return section(t('goal.entries'), stateOf(entries, ({ cursor }) => (entries.rows.length
      ? html`<div>${rows(entries.rows, line)}${cursor
        ? button({ text: t('do.more'), click: () => entries.more(), isBusy: entries.isLoading }) : null}</div>`
      : html`<p class="secondary">${t('goal.no-entries')}</p>`), { bones: 1 }))
  }

  /// The days' totals of a metric, and what each source said.
  function sources(goal) {
    if (!days) return null
    const part = ({ source, amount, isManual }) => `${has(`source.${source}`) ? t(`source.${source}`) : `\u2068${source}\u2069`}${
      isManual && source !== 'browser' ? ` (${t('source.manual')})` : ''}: ${amountText(amount)}`
    const line = (one) => row({
      lead: sign(icon('clock')), title: `${dayText(noonOf(one.day))} · ${amountText(one.amount)} ${unitText(goal.unit)}`,
      secondary: one.sources.map(part).join(' · ')
    })
    return section(t('source.title'), stateOf(days, () => (days.rows.length
      ? rows(days.rows, line, t('source.title'))
      : html`<p class="secondary">${t('source.none')}</p>`), { bones: 1 }))
  }

  function settings(goal) {
    if (!goal.actions.includes('change')) return null
    const isOver = !['active', 'paused'].includes(goal.state)
    return section(t('goal.settings'), html`<p class="secondary">${t(`visibility.${goal.visibility}`)}</p>
      <div class="actions">${button({ text: t('goal.rename'), click: () => edit('name', t('field.name'), { field: { maxLength: 80 } }) })}${
        goal.target === undefined || isOver ? null : button({
          text: t('goal.change-target'), click: () => edit('target', t('goal.target-in', { unit: unitText(goal.unit) }), {
            value: amountText(goal.nextTarget ?? goal.target),
            field: { mode: 'decimal', hint: goal.recurrence === 'once' ? null : t('goal.target-later') }
          })
        })}${button({ text: t('goal.visibility'), click: () => edit('visibility', t('goal.visibility')) })}${
        goal.actions.includes('delete') ? button({ text: t('do.delete'), isDanger: true, isBusy: write.busy === 'delete', click: () => remove(goal) }) : null}</div>`)
  }

  function shown(goal) {
    follow(goal)
    const streak = streaks?.rows?.find((one) => one.goalID === id)
    const isOver = !['active', 'paused'].includes(goal.state)
    return html`<div class="form">
      ${isMine(goal) ? null : html`<a class="lead" href=${`/people/${goal.owner.id}`}>${avatar(goal.owner)}<span>${nameOf(goal.owner)}</span></a>`}
      ${progress(goal)}
      ${problemBanner(write.problem)}
      ${isMine(goal) ? actions(goal) : null}
      ${description(goal)}
      ${goal.photos.length || isMine(goal) ? section(t('goal.photos'), html`
        ${goal.photos.length ? photoGrid(context, photosBy(nameOf(goal.owner), goal.photos), () => part.load()) : null}
        ${isMine(goal) ? photos() : null}`) : null}
      ${calendar(goal)}
      ${streak ? streakLine(context, write, streak) : null}
      ${log(goal)}
      ${sources(goal)}
      ${isMine(goal) && reminders ? reminders(isOver) : null}
      ${isMine(goal) ? settings(goal) : null}
    </div>`
  }

  return {
    title: () => part.value?.name ?? t('goal.word'),
    view: () => stateOf(part, shown, { bones: 5 })
  }
}
