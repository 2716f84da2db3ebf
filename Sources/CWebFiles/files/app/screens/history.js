// History: what is over, by kind. A goal opens in its place, with its description and photos.

import { api } from '../api.js'
import { progressText } from '../amounts.js'
import { goalChip } from '../goals.js'
import { assignmentRow, choice, empty, heading, icon, listOf, problemBanner, row, sign, writing } from '../parts.js'
import { photoAdder, photoGrid, photosBy } from '../photos.js'
import { setQuery } from '../router.js'
import { session } from '../session.js'
import { liveList, store } from '../store.js'
import { html } from '../template.js'
import { nameOf, t } from '../text.js'
import { dayText } from '../time.js'

const kinds = ['goals', 'challenges', 'contests']

export function open(context) {
  const write = writing(context)
  const adders = new Map()
  let kind = kinds.includes(context.query.get('kind')) ? context.query.get('kind') : 'goals'
  let part = read()

  function read() {
    context.parts.length = 0
    const query = (cursor) => ({ limit: 30, cursor })
    if (kind === 'goals') {
      return liveList(context, 'list:past-goals', 'goal', ({ signal, cursor }) => api.listGoals({ signal, query: { list: 'history', ...query(cursor) } }))
    }
    if (kind === 'challenges') {
      return liveList(context, 'list:past-assignments', 'assignment', ({ signal, cursor }) =>
        api.listAssignments({ signal, query: { role: 'recipient', open: false, sort: 'closed', ...query(cursor) } }))
    }
    return liveList(context, 'list:past-contests', 'contest', async ({ signal, cursor }) => {
      const page = await api.listProfileChallenges({ id: session.user.id, signal, query: { list: 'completed', ...query(cursor) } })
      return { ...page, items: page.items.map((one) => one.contest).filter(Boolean) }
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
        <div class="actions"><a class="button" href=${`/goals/${goal.id}`}><span>${t('history.open')}</span></a><a class="button"
          href=${goal.definitionID ? `/new/goal?from=${goal.definitionID}` : '/new/goal'}><span>${t('history.again')}</span></a></div></div></details></li>`
  }

  function contestLine(contest) {
    return row({
      href: `/contests/${contest.id}`, lead: sign(icon('trophy')),
      title: contest.name, secondary: contest.endsAt ? dayText(contest.endsAt) : null
    })
  }

  function view() {
    const lines = { goals: goalLine, challenges: (one) => assignmentRow(one, session.user), contests: contestLine }
    return html`${heading(t('nav.history'))}<div class="form">
      ${choice({ name: 'kind', legend: t('history.kind'), value: kind, options: kinds.map((key) => [key, t(`history.${key}`)]), pick })}
      ${problemBanner(write.problem)}
      ${listOf(part, {
        view: lines[kind], label: t('nav.history'),
        none: empty(t('history.none'), html`<a class="button" href="/goals"><span>${t('nav.goals')}</span></a>`)
      })}</div>`
  }
  return { title: () => t('nav.history'), view }
}
