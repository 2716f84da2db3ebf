// Home: what waits for the person, what they wait for, and the first steps of a new person.

import {
  api, assignmentRow, empty, firstNameOf, html, linkButton, live, liveList, problemBanner, rows, section,
  session, spoken, stateOf, store, t, writing
} from '../base.js'
import { contestRow } from '../contests.js'
import { goalActs, goalRow } from '../goals.js'

export function open(context) {
  const write = writing(context)
  const acts = goalActs(context, write)
  const judging = liveList(context, 'list:judging', 'assignment', api.listAssignments, { role: 'sender', state: 'submitted', limit: 20 })
  const mine = live(context, 'list:home', api.getHome, { query: { limit: 50 } }, (page) => {
    const kinds = ['assignment', 'contest', 'goal']
    const items = page.items.flatMap((item) => {
      const kind = kinds.find((one) => item[one])
      if (!kind) return []
      store.put(`${kind}:${item[kind].id}`, item[kind])
      return [{ ...item, id: item[kind].id }]
    })
    store.putList('list:home', 'home', { items, nextCursor: null })
  })
  const waiting = liveList(context, 'list:waiting', 'assignment', api.listAssignments, { role: 'sender', open: true, sort: 'deadline', limit: 20 })
  // The celebration of new medals is loaded when there are some.
  const medals = live(context, 'list:new-medals', async ({ signal }) => {
    const page = await api.listMedals({ id: session.user.id, signal, query: { limit: 100 } })
    if (page.items.some(({ seenAt }) => !seenAt)) (await spoken(import('../medals.js'), 'medals')).celebrate(page.items)
    return page
  })
  const friends = liveList(context, 'list:friends', 'person', api.listFriends, { limit: 100 })

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
    return rows(items, (one) => assignmentRow(one, session.user), label)
  }

  function firstSteps() {
    return section(t('home.begin'), html`<ol class="steps">
      <li><strong>${t('home.step-friend')}</strong>${linkButton('/friends', t('friends.find'))}</li>
      <li><strong>${t('home.step-dare')}</strong>${linkButton('/new/dare', t('new.dare'))}${linkButton('/new/goal', t('goal.new'))}</li>
      <li><strong>${t('home.step-photo')}</strong>${linkButton('/me', t('nav.me'))}</li>
    </ol>`)
  }

  function content() {
    const { turn, others, goals } = split()
    const { invitations, running } = contests()
    const isNew = friends.rows?.length === 0 && ![turn, others, goals, invitations, running].some((list) => list.length)
    if (isNew) return firstSteps()
    const group = (items, word) => (items.length ? section(t(word), rows(items, contestRow, t(word))) : null)
    const nothing = () => empty(t('home.nothing'), linkButton('/new/dare', t('home.dare'), { isMain: true }))
    return html`${group(invitations, 'home.invitations')}
      ${section(t('home.turn'), turn.length ? list(turn, t('home.turn')) : nothing())}
      ${group(running, 'home.contests')}
      ${problemBanner(write.problem)}
      ${goals.length ? html`<section class="section"><div class="section-head"><h2>${t('nav.goals')}</h2>${linkButton('/goals', t('goal.all'))}</div>${
        rows(goals, (goal) => goalRow(goal, acts, write), t('nav.goals'))}</section>` : null}
      ${others.length ? section(t('home.waiting'), list(others, t('home.waiting'))) : null}`
  }

  function view() {
    const celebration = store.get('celebration')
    const parts = [mine, judging, waiting, friends]
    const pending = parts.find((part) => part.value === undefined) ?? (medals.isLoading && !medals.value ? medals : null)
    return pending ? stateOf(parts.find((part) => part.value === undefined && part.problem) ?? pending, () => null)
      : html`<div class="form">${celebration?.view(celebration)}${stateOf(parts.find((part) => part.problem) ?? mine, content)}</div>`
  }
  return { title: () => t('nav.home'), headline: () => t('home.hello', { name: firstNameOf(session.user) }), view }
}
