// Home: what waits for the person, what they wait for, and the first steps of a new person.

import { api } from '../api.js'
import { assignmentRow, empty, heading, stateOf } from '../parts.js'
import { session } from '../session.js'
import { live, liveList, store } from '../store.js'
import { html, keyed } from '../template.js'
import { firstNameOf, t } from '../text.js'

export function open(context) {
  const judging = liveList(context, 'list:judging', 'assignment', ({ signal, cursor }) =>
    api.listAssignments({ signal, query: { role: 'sender', state: 'submitted', limit: 20, cursor } }))
  const mine = live(context, 'list:home', ({ signal }) => api.getHome({ signal, query: { limit: 50 } }), (page) => {
    const items = page.items.filter((item) => item.assignment)
    for (const { assignment } of items) store.put(`assignment:${assignment.id}`, assignment)
    store.putList('list:home', 'home', {
      items: items.map(({ dueAt, assignment }) => ({ id: assignment.id, dueAt, assignment })), nextCursor: null
    })
  })
  const waiting = liveList(context, 'list:waiting', 'assignment', ({ signal, cursor }) =>
    api.listAssignments({ signal, query: { role: 'sender', open: true, sort: 'deadline', limit: 20, cursor } }))
  // The celebration of new medals is loaded when there are some.
  const medals = live(context, 'list:new-medals', async ({ signal }) => {
    const page = await api.listMedals({ id: session.user.id, signal, query: { limit: 100 } })
    if (page.items.some(({ seenAt }) => !seenAt)) (await import('../medals.js')).celebrate(page.items)
    return page
  })
  const friends = liveList(context, 'list:friends', 'person', ({ signal, cursor }) =>
    api.listFriends({ signal, query: { limit: 100, cursor } }))

  function present({ id, assignment }) {
    return store.get(`assignment:${id}`) ?? assignment
  }

  /// What the person can do something about, and what others have to.
  function split() {
    const own = (store.rows('list:home') ?? []).map(present)
    const isMyTurn = (one) => one.actions.some((action) => ['accept', 'start', 'submit', 'complete'].includes(action))
    const sent = (waiting.rows ?? []).filter((one) => !one.actions.includes('approve'))
    return {
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
      <li><strong>${t('home.step-dare')}</strong><a class="button" href="/new/dare"><span>${t('new.dare')}</span></a></li>
      <li><strong>${t('home.step-photo')}</strong><a class="button" href="/me"><span>${t('nav.me')}</span></a></li>
    </ol></section>`
  }

  function content() {
    const { turn, others } = split()
    const isNew = friends.rows?.length === 0 && !turn.length && !others.length
    if (isNew) return firstSteps()
    return html`<section class="section"><h2>${t('home.turn')}</h2>
        ${turn.length ? list(turn, t('home.turn')) : empty(t('home.nothing'), html`<a class="button is-main"
          href="/new/dare"><span>${t('home.dare')}</span></a>`)}</section>
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
