// Addresses: which screen shows what, going there, and coming back. A dialog is an entry of the
// history, so Back closes it.

import { spoken } from './text.js'

/// Each address, the file of its screen, and the parts of the language that it needs. The server
/// knows the first parts of these paths.
export const routes = [
  ['/', 'home', 'play'],
  ['/assignments/{id}', 'assignment', 'play goals'],
  ['/c/{code}', 'code', 'play contests'],
  ['/contests/{id}', 'contest', 'play contests'],
  ['/contests/{id}/edit', 'new-contest', 'play contests'],
  ['/contests/{id}/result', 'result', 'play contests medals'],
  ['/definitions/{id}', 'definition', 'play goals'],
  ['/discover', 'discover', 'play contests'],
  ['/forgot', 'forgot', 'settings'],
  ['/friends', 'friends', 'play'],
  ['/friends/invites', 'invites', 'play settings'],
  ['/gallery', 'gallery', 'play medals'],
  ['/goals', 'goals', 'play goals'],
  ['/goals/{id}', 'goal', 'play goals'],
  ['/history', 'history', 'play goals'],
  ['/inbox', 'inbox', 'play'],
  ['/me', 'me', 'play medals'],
  ['/me/lists', 'lists', 'play medals'],
  ['/medals', 'medals', 'play medals'],
  ['/new', 'new', 'play'],
  ['/new/competition', 'new-contest', 'play contests'],
  ['/new/dare', 'new-dare', 'play'],
  ['/new/goal', 'new-goal', 'play goals'],
  ['/new/open', 'new-contest', 'play contests'],
  ['/new/workout', 'new-workout', 'play goals'],
  ['/people/{id}', 'person', 'play medals'],
  ['/people/{id}/contests', 'person-contests', 'play contests'],
  ['/people/{id}/lists', 'lists', 'play medals'],
  ['/people/{id}/medals', 'medals', 'play medals'],
  ['/people/{id}/photos', 'gallery', 'play medals'],
  ['/register', 'register'],
  ['/reset', 'reset', 'settings'],
  ['/scoreboard', 'scoreboard', 'play'],
  ['/sent/{challenge}', 'sent', 'play'],
  ['/settings', 'settings', 'play settings'],
  ['/settings/access', 'access', 'play settings'],
  ['/settings/profile', 'profile', 'play settings'],
  ['/settings/reminders', 'reminders', 'play goals'],
  ['/sign-in', 'sign-in'],
  ['/timings/{id}', 'timing', 'play goals'],
  ['/verify', 'verify', 'settings']
]

/// The screens of people who are not signed in.
export const open = new Set(['forgot', 'register', 'sign-in'])

/// The screens of everyone, signed in or not.
export const free = new Set(['code', 'reset', 'verify'])

export function match(path) {
  const parts = path.split('/')
  for (const [pattern, screen] of routes) {
    const wanted = pattern.split('/')
    if (wanted.length !== parts.length) continue
    const params = {}
    const fits = wanted.every((part, index) => {
      if (!part.startsWith('{')) return part === parts[index]
      params[part.slice(1, -1)] = parts[index]
      return /^[\w-]+$/.test(parts[index])
    })
    if (fits) return { screen, params }
  }
  return { screen: 'not-found', params: {} }
}

/// Screens that share a file, which has each by its name; any other is `open` of its own file.
const shared = {
  access: 'settings', forgot: 'mail', goal: 'goals', goals: 'goals', profile: 'settings', reset: 'mail',
  settings: 'settings', verify: 'mail'
}

const modules = new Map()

/// Loads a screen, and answers the function that opens it. A failed load is repeated after 2 s;
/// then the page is loaded again, since the server may have another build, at most once a minute.
export async function load(screen) {
  if (!modules.has(screen)) {
    const words = routes.find(([, name]) => name === screen)?.[2]?.split(' ') ?? []
    const once = async () => {
      const module = await spoken(import(`./screens/${shared[screen] ?? screen}.js`), ...words)
      return module[shared[screen] ? screen : 'open']
    }
    const wait = () => new Promise((resolve) => { setTimeout(resolve, 2000) })
    modules.set(screen, once().catch(() => wait().then(once)))
  }
  try {
    return await modules.get(screen)
  } catch (error) {
    modules.delete(screen)
    reloadOnce()
    throw error
  }
}

function reloadOnce() {
  const name = 'gauntlet.reloaded'
  try {
    if (Date.now() - Number(sessionStorage.getItem(name)) < 60_000) return
    sessionStorage.setItem(name, String(Date.now()))
    location.reload()
  } catch {
    // Without storage the screen's error offers it.
  }
}

const places = new Map()
let entry = null
let show = async () => {}
const dialogs = []
let leaving = null

export const openDialogs = dialogs

/// Follows links, Back and Forward. `shows(match, query, place)` shows a screen; a place is known
/// where one comes back to.
export function start(shows) {
  show = shows
  history.scrollRestoration = 'manual'
  document.addEventListener('click', follow)
  addEventListener('popstate', moved)
  begin({ replaces: true, place: null })
}

function begin({ replaces, place }) {
  const known = history.state?.entry
  entry = replaces && known ? known : `${Date.now()}-${Math.random()}`
  history.replaceState({ entry }, '')
  return show({ ...match(location.pathname), query: new URLSearchParams(location.search), place })
}

function remember() {
  const href = document.activeElement?.closest?.('a[href]')?.getAttribute('href')
  places.set(entry, { y: scrollY, href })
}

function follow(event) {
  const link = event.target.closest?.('a[href]')
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const href = link.getAttribute('href')
  if (!href.startsWith('/') || link.hasAttribute('download') || link.target) return
  event.preventDefault()
  go(href)
}

/// Goes to an address of the client.
export async function go(href, { replaces = false } = {}) {
  while (dialogs.length) await close()
  remember()
  if (replaces) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  return begin({ replaces: false, place: null })
}

/// Changes the query of the present screen, such as its tab, without a step in the history.
export function setQuery(values) {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(values)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  const search = query.toString()
  history.replaceState(history.state, '', location.pathname + (search ? `?${search}` : ''))
}

function moved() {
  if (dialogs.length) {
    const dialog = dialogs.pop()
    dialog.changed()
    dialog.resolve(dialog.value)
    leaving?.end()
    leaving = null
    return
  }
  remember()
  const next = history.state?.entry
  if (next && next === entry) return
  begin({ replaces: true, place: places.get(next) ?? null })
}

/// Shows a dialog until it is closed, and answers what it was closed with. Its title has the id
/// `title`; a dialog over which others open has one of its own.
export function ask(view, changed, title = 'dialog-title') {
  return new Promise((resolve) => {
    dialogs.push({ id: Math.random(), view, title, resolve, changed, value: null })
    history.pushState({ entry, isDialog: true }, '')
    changed()
  })
}

/// Closes the dialog on top.
export function close(value = null) {
  if (leaving) return leaving.done
  if (!dialogs.length) return Promise.resolve()
  dialogs.at(-1).value = value
  let end
  const done = new Promise((resolve) => { end = resolve })
  leaving = { done, end }
  history.back()
  return done
}
