// Friends: those there are, requests in both directions, suggestions, and the search for more.

import {
  api, button, empty, firstNameOf, has, html, linkList, listOf, liveList, note, personRow, problemBanner,
  rowByUser, rows, section, session, setQuery, store, t, textField, writing
} from '../base.js'

export function open(context) {
  const write = writing(context)
  const friends = liveList(context, 'list:friends', 'person', api.listFriends, { limit: 100 })
  const requests = (direction) => liveList(context, `list:${direction}`, 'request', api.listFriendRequests, { direction, limit: 50 })
  const incoming = requests('incoming')
  const outgoing = requests('outgoing')
  const suggestions = liveList(context, 'list:suggestions', 'suggestion', api.listSuggestions, { limit: 20 }, { rowOf: rowByUser })
  let search = context.query.get('q') ?? ''
  let found = null
  let searching = null
  if (search) find()

  /// Searches once the typing rests.
  function type(value) {
    search = value
    setQuery({ q: value.trim() })
    clearTimeout(searching)
    searching = setTimeout(find, 250)
    context.update()
  }

  function find() {
    const q = search.trim()
    if (found) context.parts.splice(context.parts.indexOf(found), 1)
    found = q ? liveList(context, `list:people-${q}`, 'person', api.searchPeople, { q, limit: 20 }) : null
    context.update()
  }

  function reload() {
    store.expire('list:friends')
    store.expire('counts')
    for (const part of [friends, incoming, outgoing, suggestions]) part.load()
  }

  async function act(name, id, send, said) {
    if (await write.run(`${name}-${id}`, null, send)) {
      note(said)
      reload()
    }
  }

  function accept(request) {
    return act('accept', request.id, (key) => api.acceptFriendRequest({ id: request.id, key }),
      t('friends.accepted', { name: firstNameOf(request.from) }))
  }

  function decline(request) {
    return act('decline', request.id, (key) => api.declineFriendRequest({ id: request.id, key }), t('friends.declined'))
  }

  function withdraw(request) {
    return act('withdraw', request.id, (key) => api.withdrawFriendRequest({ id: request.id, key }), t('friends.withdrawn'))
  }

  function invite(person) {
    return act('ask', person.id, (key) => api.sendFriendRequest({ body: { to: person.id }, key }),
      t('friends.asked', { name: firstNameOf(person) }))
  }

  /// Removes a suggestion for good; the focus goes on to the next one.
  async function dismiss({ user }) {
    const at = suggestions.rows.findIndex(({ id }) => id === user.id)
    if (!(await write.run(`dismiss-${user.id}`, null, (key) => api.dismissSuggestion({ id: user.id, key })))) return
    store.drop(`suggestion:${user.id}`)
    note(t('friends.dismissed', { name: firstNameOf(user) }))
    await Promise.resolve()
    const left = document.querySelectorAll('main .suggested .row')
    const next = left[Math.min(at, left.length - 1)]?.querySelector('button') ?? document.querySelector('main h1')
    next.focus()
  }

  /// The way to a friend: to accept what they asked, or to ask them.
  function befriend(person) {
    const received = incoming.rows?.find((one) => one.from.id === person.id)
    return received ? button({ text: t('act.accept'), isMain: true, click: () => accept(received) }) : button({
      text: t('friends.ask'), label: t('friends.ask-name', { name: firstNameOf(person) }),
      isBusy: write.busy === `ask-${person.id}`, click: () => invite(person)
    })
  }

  function foundRow(person) {
    if (person.id === session.user.id) return personRow(person, { secondary: t('person.you') })
    const isFriend = friends.value?.ids.includes(person.id)
    const isAsked = outgoing.rows?.some((one) => one.to.id === person.id)
    const end = isFriend ? t('friends.is') : isAsked ? t('friends.is-asked') : null
    return personRow(person, { secondary: end ? `@${person.username} · ${end}` : undefined, actions: end ? null : befriend(person) })
  }

  function suggestionRow(one) {
    const { user, source } = one
    const why = has(`suggestion.${source}`) ? ` · ${t(`suggestion.${source}`)}` : ''
    return personRow(user, {
      secondary: `@${user.username}${why}`, actions: html`${befriend(user)}${button({
        text: t('friends.dismiss'), label: t('friends.dismiss-name', { name: firstNameOf(user) }),
        isBusy: write.busy === `dismiss-${user.id}`, click: () => dismiss(one)
      })}`
    })
  }

  function suggested() {
    if (!suggestions.rows?.length) return null
    return html`<section class="section suggested"><h2>${t('friends.suggested')}</h2>${listOf(suggestions, {
      view: suggestionRow, label: t('friends.suggested')
    })}</section>`
  }

  function asking() {
    if (!incoming.rows?.length) return null
    return section(t('friends.incoming'), rows(incoming.rows, (one) => personRow(one.from, { actions:
      html`${button({ text: t('act.accept'), isMain: true, isBusy: write.busy === `accept-${one.id}`, click: () => accept(one) })}${
        button({ text: t('do.decline'), isBusy: write.busy === `decline-${one.id}`, click: () => decline(one) })}` })))
  }

  function asked() {
    if (!outgoing.rows?.length) return null
    return section(t('friends.outgoing'), rows(outgoing.rows, (one) => personRow(one.to, { actions:
      button({ text: t('friends.withdraw'), isBusy: write.busy === `withdraw-${one.id}`, click: () => withdraw(one) }) })))
  }

  function view() {
    return html`${problemBanner(write.problem)}
      ${textField({
        id: 'find', label: t('friends.search'), type: 'search', value: search, maxLength: 80, hint: t('friends.search-hint'),
        capitals: 'none', input: type
      })}
      ${found ? section(t('friends.found'), listOf(found, {
        view: foundRow, none: empty(t('friends.none-found', { q: search.trim() })), label: t('friends.found')
      })) : null}
      ${asking()}
      ${suggested()}
      ${section(t('friends.yours'), listOf(friends, {
        view: (friend) => personRow(friend), none: empty(t('friends.none')), label: t('friends.yours')
      }))}
      ${asked()}
      ${linkList([['/friends/invites', 'people', t('invite.title')]])}`
  }
  return { title: () => t('friends.title'), view, leave: () => clearTimeout(searching) }
}
