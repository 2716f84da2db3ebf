// History: what is over, by kind. A goal opens in its place, with its description and photos.

import { progressText } from '../amounts.js'
import {
  api, assignmentRow, choice, dayText, empty, html, icon, linkButton, listOf, liveList, nameOf, optionsOf,
  problemBanner, row, session, setQuery, sign, store, t, writing
} from '../base.js'
import { goalChip } from '../goals.js'
import { photoAdder, photoGrid, photosBy } from '../photos.js'

const kinds = ['goals', 'challenges', 'contests']

export function open(context) {
  const write = writing(context)
  const adders = new Map()
  let kind = kinds.includes(context.query.get('kind')) ? context.query.get('kind') : 'goals'
  let part = read()

  function read() {
    context.parts.length = 0
    if (kind === 'goals') {
      return liveList(context, 'list:past-goals', 'goal', api.listGoals, { list: 'history', limit: 30 })
    }
    if (kind === 'challenges') {
      return liveList(context, 'list:past-assignments', 'assignment', api.listAssignments, { role: 'recipient', open: false, sort: 'closed', limit: 30 })
    }
    return liveList(context, 'list:past-contests', 'contest', api.listProfileChallenges, { list: 'completed', limit: 30 }, {
      id: session.user.id, rowOf: ({ contest }) => contest
    })
  }

  function pick(next) {
    kind = next
    setQuery({ kind: next === 'goals' ? null : next })
    part = read()
    context.update()
  }

  async function again(id) {
    try {
      store.put(`goal:${id}`, await api.getGoal({ id, signal: context.signal }))
    } catch {
      // The list asks again by itself.
    }
  }

  function adder(id) {
    if (!adders.has(id)) {
      adders.set(id, photoAdder(context, write, async (mediaIDs, key) => {
        await api.addGoalPhotos({ id, body: { mediaIDs }, key })
        await again(id)
        return true
      }))
    }
    return adders.get(id)()
  }

  function goalLine(goal) {
    const reached = goal.metAt ? ` · ${dayText(goal.metAt)}` : ''
    return html`<li class="row"><details><summary><span class="row-text"><span class="row-title">${goal.name}</span><span
        class="secondary">${goal.target === undefined || goal.value === undefined ? t(`recurrence.${goal.recurrence}`) : progressText(goal)}${reached}</span></span>${
        goalChip(goal.state)}</summary>
      <div class="form opened"><p class=${goal.description ? 'prose' : 'secondary'}>${goal.description || t('goal.no-description')}</p>
        ${goal.photos.length ? photoGrid(context, photosBy(nameOf(session.user), goal.photos), () => again(goal.id)) : null}
        ${adder(goal.id)}
        <div class="actions">${linkButton(`/goals/${goal.id}`, t('history.open'))}${
          linkButton(goal.definitionID ? `/new/goal?from=${goal.definitionID}` : '/new/goal', t('history.again'))}</div></div></details></li>`
  }

  function contestLine(contest) {
    return row({
      href: `/contests/${contest.id}`, lead: sign(icon('trophy')),
      title: contest.name, secondary: contest.endsAt ? dayText(contest.endsAt) : null
    })
  }

  function view() {
    const lines = { goals: goalLine, challenges: (one) => assignmentRow(one, session.user), contests: contestLine }
    return html`<div class="form">
      ${choice({ name: 'kind', legend: t('history.kind'), value: kind, options: optionsOf('history.', kinds), pick })}
      ${problemBanner(write.problem)}
      ${listOf(part, {
        view: lines[kind], label: t('nav.history'),
        none: empty(t('history.none'), linkButton('/goals', t('nav.goals')))
      })}</div>`
  }
  return { title: () => t('nav.history'), view }
}
