// Discover: what one can join, what many take part in, workouts, and people; one search over all.

import {
  api, button, choice, empty, html, linkButton, listOf, liveList, match, nameOf, optionsOf, personRow, row,
  setQuery, t, tabs, textField
} from '../base.js'
import { contestRow } from '../contests.js'

/// Workouts are shown where they have a screen of their own.
const hasWorkouts = match('/definitions/0').screen !== 'not-found'
const names = ['open', 'popular', 'trending', ...(hasWorkouts ? ['workouts'] : []), 'people']
const selections = {
  open: { list: 'discover' }, popular: { list: 'ongoing', sort: 'popular' }, trending: { list: 'ongoing', sort: 'trending' }
}

export function open(context) {
  const asked = (name, known) => (known.includes(context.query.get(name)) ? context.query.get(name) : '')
  const filters = {
    kind: asked('kind', ['competition', 'open']), state: asked('state', ['scheduled', 'active']), category: context.query.get('category') ?? ''
  }
  let tab = asked('tab', names) || 'open'
  let search = context.query.get('q') ?? ''
  let waiting = null
  const categories = liveList(context, 'list:categories', 'category', api.listCategories, { limit: 100 })
  let part = read()

  function read() {
    context.parts.length = 1
    const q = search.trim()
    const key = `list:discover-${JSON.stringify([tab, q, filters])}`
    if (tab === 'people') {
      return q ? liveList(context, key, 'person', api.searchPeople, { q, limit: 20 }) : null
    }
    if (tab === 'workouts') {
      return liveList(context, key, 'definition', api.listDefinitions, { of: 'workout', q, category: filters.category, limit: 20 })
    }
    return liveList(context, key, 'contest', api.listContests, { ...selections[tab], q, ...filters, limit: 20 })
  }

  function show() {
    setQuery({ tab: tab === 'open' ? null : tab, q: search.trim(), ...filters })
    part = read()
    context.update()
  }

  function pick(next) {
    tab = next
    show()
  }

  function filter(name, value) {
    filters[name] = value
    show()
  }

  /// Searches once the typing rests.
  function type(value) {
    search = value
    clearTimeout(waiting)
    waiting = setTimeout(show, 250)
  }

  function clear() {
    search = ''
    for (const name of Object.keys(filters)) filters[name] = ''
    show()
  }

  const options = (names, word) => ['', ...names].map((key) => [key, t(word(key || 'any'))])

  function filtersView() {
    if (tab === 'people') return null
    const kinds = categories.rows ?? []
    const count = Object.values(filters).filter(Boolean).length
    return html`<details class="fold" ?open=${count > 0}><summary>${t('discover.filters')}</summary><div class="form">
      ${tab === 'workouts' ? null : html`${choice({ name: 'kind', legend: t('discover.kind'), value: filters.kind, options: options(['competition', 'open'], (key) => `kind.${key}`), pick: (key) => filter('kind', key) })}
      ${choice({ name: 'state', legend: t('discover.state'), value: filters.state, options: options(['active', 'scheduled'], (key) => `contest-state.${key}`), pick: (key) => filter('state', key) })}`}
      ${kinds.length ? choice({
        name: 'category', legend: t('contest.category'), value: filters.category, pick: (key) => filter('category', key), options: [['', t('category.any')], ...kinds.map((one) => [one.id, one.name])]
      }) : null}</div></details>`
  }

  function none() {
    const q = search.trim()
    const isNarrow = q || Object.values(filters).some(Boolean)
    return empty(q ? t('discover.none-found', { q }) : t('discover.none'), html`<div class="actions">${
      isNarrow ? button({ text: t('discover.all'), click: clear }) : null}${linkButton('/new/open', t('new.open'))}</div>`)
  }

  const workoutRow = (one) => row({
    href: `/definitions/${one.id}`, lead: null, title: one.name, secondary: [one.caption, one.author && nameOf(one.author)].filter(Boolean).join(' · ')
  })

  function list() {
    if (tab === 'people') {
      return part ? listOf(part, { view: (person) => personRow(person), none: empty(t('friends.none-found', { q: search.trim() })), label: t('tab.people') })
        : html`<p class="hint">${t('discover.people')}</p>`
    }
    return html`${filtersView()}${listOf(part, { view: tab === 'workouts' ? workoutRow : contestRow, none: none(), label: t(`tab.${tab}`) })}`
  }

  return {
    title: () => t('nav.discover'),
    view: () => html`${textField({ id: 'find', label: t('discover.search'), type: 'search', value: search, maxLength: 80, capitals: 'none', input: type })}
      ${tabs({ label: t('nav.discover'), options: optionsOf('tab.', names), value: tab, pick, view: list })}`,
    leave: () => clearTimeout(waiting)
  }
}
