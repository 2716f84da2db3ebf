// Goals: what several screens show of them, and what one does with them in a row.

import { progressText } from './amounts.js'
import { api, button, has, html, icon, note, row, sign, spoken, store, t } from './base.js'
import { sure } from './dialogs.js'

const looks = { completed: ['accepted', 'check'], met: ['accepted', 'check'], paused: ['pending', 'hourglass'] }

/// The state of a goal or period, where it is not simply under way.
export function goalChip(state) {
  const [look, picture] = looks[state] ?? ['done']
  const id = `goal.is-${state}`
  return html`<span class=${`chip is-${look}`}>${picture ? icon(picture) : null}<span>${has(id) ? t(id) : state}</span></span>`
}

export function stateOfGoal(goal) {
  return goal.state === 'active' ? goal.period?.state === 'met' ? 'met' : null : goal.state
}

/// How far a goal is, as a bar and in words; without a target, how often it recurs.
export function measure(goal) {
  const often = t(`recurrence.${goal.recurrence}`)
  if (goal.target === undefined) return often
  if (goal.value === undefined) return `${t('goal.percent', { n: goal.progress ?? 0 })} · ${often}`
  const text = progressText(goal)
  return html`<span class="measure"><progress max="100" .value=${goal.progress} aria-label=${text}></progress><span>${text}${
    goal.recurrence === 'once' ? '' : ` · ${often}`}</span></span>`
}

/// What a screen does with goals: entries, marks and moves, each once.
export function goalActs(context, write) {
  function keep(goal) {
    const before = store.get(`goal:${goal.id}`)
    store.put(`goal:${goal.id}`, goal)
    for (const list of ['list:', 'streaks']) store.expire(list)
    for (const part of context.parts) if (store.age(part.key) === Infinity) part.load()
    return before
  }

  /// What was wrong with a move: the present row is shown.
  async function fail(id) {
    const { problem } = write
    if (problem?.current?.recurrence) keep(problem.current)
    else if ([404, 409, 412].includes(problem?.status)) await read(id)
  }

  async function read(id) {
    try {
      const goal = await api.getGoal({ id, signal: context.signal })
      const before = keep(goal)
      if (goal.state === 'completed' && before?.state !== 'completed') note(t('goal.reached'))
      else if (goal.period?.state === 'met' && before?.period?.state === 'open') note(t('goal.period-met'))
    } catch {
      // The screen asks again by itself.
    }
  }

  async function move(goal, name, send, said) {
    const answer = await write.run(`${name}-${goal.id}`, null, (key) => send({ id: goal.id, version: goal.version, key }))
    if (!answer) return fail(goal.id)
    keep(answer)
    note(said)
    return answer
  }

  return {
    move, read, keep, fail,

    async mark(goal, isDone, day) {
      const isForGood = goal.recurrence === 'once'
      if (isForGood && !(await sure(context, 'ask.goal-done', t('goal.done')))) return
      const body = { isDone, ...(day && { day }) }
      await move(goal, `mark-${day ?? ''}${isDone}`, (args) => api.completeGoal({ ...args, body }),
        t(!isDone ? 'goal.unmarked' : isForGood ? 'goal.reached' : 'goal.marked'))
    },

    /// Opens the sheet for an amount, new or of an entry.
    async log(goal, entry) {
      const { goalSheet } = await spoken(import('./goal-sheet.js'), 'goals')
      await goalSheet(context, write, goal, entry)
      await read(goal.id)
    }
  }
}

/// The one thing to do with a goal now.
export function mainAct(goal, acts, write, isMain) {
  const isBusy = write.busy?.endsWith(goal.id)
  if (goal.state !== 'active') return null
  if (goal.actions.includes('log')) {
    return button({
      text: t('goal.add'), label: t('goal.add-to', { name: goal.name }), icon: 'plus', isMain, isBusy, click: () => acts.log(goal)
    })
  }
  if (!goal.actions.includes('complete')) return null
  const isMet = goal.period?.state === 'met'
  return button({
    text: t(isMet ? 'goal.undo' : 'goal.done'), label: t(isMet ? 'goal.undo-of' : 'goal.done-of', { name: goal.name }),
    icon: isMet ? 'again' : 'check', isMain: isMain && !isMet, isBusy, click: () => acts.mark(goal, !isMet)
  })
}

export function goalRow(goal, acts, write) {
  const state = stateOfGoal(goal)
  return row({
    href: `/goals/${goal.id}`, lead: sign(icon('goal')),
    title: goal.name, secondary: measure(goal), end: state ? goalChip(state) : null,
    actions: acts ? mainAct(goal, acts, write) : null, isMuted: ['expired', 'abandoned'].includes(goal.state)
  })
}
