// Discover: what one can join, what many take part in, workouts, and people; one search over all.

import { api } from '../api.js'
import { contestRow } from '../contests.js'
import { button, choice, empty, heading, listOf, personRow, row, tabs, textField } from '../parts.js'
import { match, setQuery } from '../router.js'
import { liveList } from '../store.js'
import { html } from '../template.js'
import { nameOf, t } from '../text.js'

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
  const categories = liveList(context, 'list:categories', 'category', ({ signal, cursor }) =>
    api.listCategories({ signal, query: { limit: 100, cursor } }))
  let part = read()

  function read() {
    context.parts.length = 1
    const q = search.trim()
    const key = `list:discover-${JSON.stringify([tab, q, filters])}`
    if (tab === 'people') {
      return q ? liveList(context, key, 'person', ({ signal, cursor }) => api.searchPeople({ signal, query: { q, limit: 20, cursor } })) : null
    }
    if (tab === 'workouts') {
      return liveList(context, key, 'definition', ({ signal, cursor }) =>
        api.listDefinitions({ signal, query: { of: 'workout', q, category: filters.category, limit: 20, cursor } }))
    }
    return liveList(context, key, 'contest', ({ signal, cursor }) =>
      api.listContests({ signal, query: { ...selections[tab], q, ...filters, limit: 20, cursor } }))
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
      isNarrow ? button({ text: t('discover.all'), click: clear }) : null}<a class="button" href="/new/open"><span>${t('new.open')}</span></a></div>`)
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
    view: () => html`${heading(t('nav.discover'))}
      ${textField({ id: 'find', label: t('discover.search'), type: 'search', value: search, maxLength: 80, capitals: 'none', input: type })}
      ${tabs({ label: t('nav.discover'), options: names.map((name) => [name, t(`tab.${name}`)]), value: tab, pick, view: list })}`,
    leave: () => clearTimeout(waiting)
  }
}
