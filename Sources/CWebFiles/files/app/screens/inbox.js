// Inbox: what others, or time, did that concerns the person; by day, newest first.

import {
  api, avatar, button, daysAhead, dayText, empty, firstNameOf, has, html, icon, keyed, liveList, nameOf,
  newID, note, problemBanner, row, rows, section, sign, stateOf, store, t, writing
} from '../base.js'

/// Where what a notice is about is shown.
const screens = {
  assignment: (id) => `/assignments/${id}`, friendRequest: () => '/friends', goal: (id) => `/goals/${id}`,
  definition: (id) => `/definitions/${id}`, medal: () => '/medals', person: (id) => `/people/${id}`,
  contest: (id, { kind }) => `/contests/${id}${kind === 'contestResult' ? '/result' : kind === 'joinRequested' ? '?tab=about' : ''}`,
  entry: (_, { challengeID }) => (challengeID ? `/contests/${challengeID}?tab=log` : null)
}

export function open(context) {
  const part = liveList(context, 'list:inbox', 'notice', async (args) => {
    const page = await api.listNotices(args)
    // A notice that is new here tells of a change, so other lists are asked for again.
    if (page.items.some(({ id }) => !store.get(`notice:${id}`))) store.expire('list:')
    return page
  }, { limit: 30 })
  const write = writing(context)
  const seen = new Set()
  const timer = setInterval(see, 1000)
  let before = new Set()

  /// What was on screen for a second is seen; it stays marked until the next visit.
  async function see() {
    if (document.visibilityState !== 'visible' || context.signal.aborted) return
    const fresh = (part.rows ?? []).filter(({ id, state }) => state === 'new' && !seen.has(id)).map(({ id }) => id)
    const ids = fresh.filter((id) => before.has(id))
    before = new Set(fresh)
    if (!ids.length) return
    for (const id of ids) seen.add(id)
    try {
      store.put('counts', await api.seeNotices({ body: { ids: ids.slice(0, 100) }, key: newID() }))
    } catch {
      for (const id of ids) seen.delete(id)
    }
  }

  function text(notice) {
    const values = {
      who: notice.actor ? nameOf(notice.actor) : t('person.someone'),
      name: notice.name ? `\u2068${notice.name}\u2069` : '', n: notice.count ?? 1
    }
    const id = `notice.${notice.kind}`
    return t(has(id) ? id : notice.name ? 'notice.about' : 'notice.other', values)
  }

  /// Removes a notice; the focus goes on to the next one.
  async function dismiss(notice) {
    const at = part.rows.findIndex(({ id }) => id === notice.id)
    if (!(await write.run(`dismiss-${notice.id}`, null, (key) => api.dismissNotice({ id: notice.id, key })))) return
    store.drop(`notice:${notice.id}`)
    store.expire('counts')
    note(t('inbox.dismissed'))
    await Promise.resolve()
    const left = document.querySelectorAll('main .row .close')
    const next = left[Math.min(at, left.length - 1)] ?? document.querySelector('main h1')
    next.focus()
  }

  /// Answers a friend request in its place.
  async function answer({ subject: { id }, actor }, name, send, said) {
    if (!(await write.run(`${name}-${id}`, null, (key) => send({ id, key })))) return
    note(t(said, { name: firstNameOf(actor) }))
    store.expire('list:')
    store.expire('counts')
    part.load()
  }

  function request(notice) {
    const { kind, state, actor, subject } = notice
    if (kind !== 'friendRequest' || !actor || (state !== 'new' && state !== 'seen')) return null
    return html`${button({
      text: t('act.accept'), isMain: true, isBusy: write.busy === `accept-${subject.id}`,
      click: () => answer(notice, 'accept', api.acceptFriendRequest, 'friends.accepted')
    })}${button({
      text: t('do.decline'), isBusy: write.busy === `decline-${subject.id}`,
      click: () => answer(notice, 'decline', api.declineFriendRequest, 'friends.declined')
    })}`
  }

  function noticeRow(notice) {
    const { subject } = notice
    const href = subject && screens[subject.kind]?.(subject.id, notice)
    return row({
      href: notice.state === 'expired' ? null : href ?? null,
      lead: notice.actor ? avatar(notice.actor) : sign(icon(/medal/i.test(notice.kind) ? 'medal' : 'clock')),
      title: html`<span class="whole">${text(notice)}</span>`,
      secondary: html`${notice.state === 'new' ? html`<span class="chip is-unread">${icon('exclamation')}<span>${t('inbox.new')}</span></span> ` : null}<g-time
        .as=${'distance'} .moment=${notice.raisedAt}></g-time>`,
      isMuted: notice.state === 'acted' || notice.state === 'expired', actions: request(notice),
      side: html`<button type="button" class="close" aria-label=${t('inbox.dismiss', { text: text(notice) })}
        @click=${() => dismiss(notice)}>${icon('close')}</button>`
    })
  }

  function dayName(instant) {
    const ahead = daysAhead(instant)
    return ahead === 0 ? t('inbox.today') : ahead === -1 ? t('inbox.yesterday') : dayText(instant)
  }

  function list({ cursor }) {
    if (!part.rows.length && !cursor) return empty(t('inbox.empty'))
    const days = new Map()
    for (const notice of part.rows) {
      const name = dayName(notice.raisedAt)
      days.set(name, [...(days.get(name) ?? []), notice])
    }
    return html`<div class="form">${keyed([...days], ([name]) => name, ([name, notices]) => section(name, rows(notices, noticeRow)))}${
      cursor ? button({ text: t('do.more'), click: () => part.more(), isBusy: part.isLoading }) : null}</div>`
  }

  return {
    title: () => t('nav.inbox'),
    view: () => html`${problemBanner(write.problem)}${stateOf(part, list)}`,
    leave: () => clearInterval(timer)
  }
}
