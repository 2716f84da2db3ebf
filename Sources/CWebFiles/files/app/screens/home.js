// Home: what waits for the person, what they wait for, and the first steps of a new person.

import { api } from '../api.js'
import { contestRow } from '../contests.js'
import { goalActs, goalRow } from '../goals.js'
import { assignmentRow, empty, heading, problemBanner, stateOf, writing } from '../parts.js'
import { session } from '../session.js'
import { live, liveList, store } from '../store.js'
import { html, keyed } from '../template.js'
import { firstNameOf, spoken, t } from '../text.js'

export function open(context) {
  const write = writing(context)
  const acts = goalActs(context, write)
  const judging = liveList(context, 'list:judging', 'assignment', ({ signal, cursor }) =>
    api.listAssignments({ signal, query: { role: 'sender', state: 'submitted', limit: 20, cursor } }))
  const mine = live(context, 'list:home', ({ signal }) => api.getHome({ signal, query: { limit: 50 } }), (page) => {
    const kinds = ['assignment', 'contest', 'goal']
    const items = page.items.flatMap((item) => {
      const kind = kinds.find((one) => item[one])
      if (!kind) return []
      store.put(`${kind}:${item[kind].id}`, item[kind])
      return [{ ...item, id: item[kind].id }]
    })
    store.putList('list:home', 'home', { items, nextCursor: null })
  })
  const waiting = liveList(context, 'list:waiting', 'assignment', ({ signal, cursor }) =>
    api.listAssignments({ signal, query: { role: 'sender', open: true, sort: 'deadline', limit: 20, cursor } }))
  // The celebration of new medals is loaded when there are some.
  const medals = live(context, 'list:new-medals', async ({ signal }) => {
    const page = await api.listMedals({ id: session.user.id, signal, query: { limit: 100 } })
    if (page.items.some(({ seenAt }) => !seenAt)) (await spoken(import('../medals.js'), 'medals')).celebrate(page.items)
    return page
  })
  const friends = liveList(context, 'list:friends', 'person', ({ signal, cursor }) =>
    api.listFriends({ signal, query: { limit: 100, cursor } }))

  function present({ id, assignment }) {
    return store.get(`assignment:${id}`) ?? assignment
  }

  /// The contests of the person, and those that they are invited to.
  function contests() {
    const all = (store.rows('list:home') ?? []).filter(({ contest }) => contest).map(({ id, contest }) => store.get(`contest:${id}`) ?? contest)
    const isInvited = ({ me }) => me?.state === 'invited'
    return { invitations: all.filter(isInvited), running: all.filter((one) => !isInvited(one)) }
  }

  /// What the person can do something about, and what others have to.
  function split() {
    const rows = store.rows('list:home') ?? []
    const own = rows.filter((row) => row.assignment).map(present)
    const isMyTurn = (one) => one.actions.some((action) => ['accept', 'start', 'submit', 'complete'].includes(action))
    const sent = (waiting.rows ?? []).filter((one) => !one.actions.includes('approve'))
    return {
      goals: rows.filter((row) => row.goal).map(({ id, goal }) => store.get(`goal:${id}`) ?? goal),
      turn: [...(judging.rows ?? []).filter((one) => one.actions.includes('approve')), ...own.filter(isMyTurn)],
      others: [...own.filter((one) => !isMyTurn(one)), ...sent]
    }
  }

  function list(items, label) {
    return html`<ul class="rows" aria-label=${label}>${keyed(
      items, ({ id }) => id, (one) => assignmentRow(one, session.user)
    )}</ul>`
  }

  function firstSteps() {
    return html`<section class="section"><h2>${t('home.begin')}</h2><ol class="steps">
      <li><strong>${t('home.step-friend')}</strong><a class="button" href="/friends"><span>${t('friends.find')}</span></a></li>
      <li><strong>${t('home.step-dare')}</strong><a class="button" href="/new/dare"><span>${t('new.dare')}</span></a><a class="button" href="/new/goal"><span>${t('goal.new')}</span></a></li>
      <li><strong>${t('home.step-photo')}</strong><a class="button" href="/me"><span>${t('nav.me')}</span></a></li>
    </ol></section>`
  }

  function content() {
    const { turn, others, goals } = split()
    const { invitations, running } = contests()
    const isNew = friends.rows?.length === 0 && ![turn, others, goals, invitations, running].some((list) => list.length)
    if (isNew) return firstSteps()
    const group = (items, word) => (items.length ? html`<section class="section"><h2>${t(word)}</h2><ul class="rows" aria-label=${t(word)}>${
      keyed(items, ({ id }) => id, contestRow)}</ul></section>` : null)
    return html`${group(invitations, 'home.invitations')}<section class="section"><h2>${t('home.turn')}</h2>
        ${turn.length ? list(turn, t('home.turn')) : empty(t('home.nothing'), html`<a class="button is-main"
          href="/new/dare"><span>${t('home.dare')}</span></a>`)}</section>
      ${group(running, 'home.contests')}
      ${problemBanner(write.problem)}
      ${goals.length ? html`<section class="section"><div class="section-head"><h2>${t('nav.goals')}</h2><a class="button" href="/goals"><span>${
        t('goal.all')}</span></a></div><ul class="rows" aria-label=${t('nav.goals')}>${keyed(
        goals, ({ id }) => id, (goal) => goalRow(goal, acts, write))}</ul></section>` : null}
      ${others.length ? html`<section class="section"><h2>${t('home.waiting')}</h2>${list(others, t('home.waiting'))}</section>` : null}`
  }

  function view() {
    const celebration = store.get('celebration')
    const parts = [mine, judging, waiting, friends]
    const pending = parts.find((part) => part.value === undefined) ?? (medals.isLoading && !medals.value ? medals : null)
    return html`${heading(t('home.hello', { name: firstNameOf(session.user) }))}
      ${pending ? stateOf(parts.find((part) => part.value === undefined && part.problem) ?? pending, () => null)
        : html`<div class="form">${celebration?.view(celebration)}${stateOf(parts.find((part) => part.problem) ?? mine, content)}</div>`}`
  }
  return { title: () => t('nav.home'), view }
}
