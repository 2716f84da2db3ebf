// The frame: the bar or rail, the present screen, dialogs and notes; and what keeps it fresh.

import {
  api, ask, button, close, closeButton, deadlineText, errorState, free, freshness, go, heading, html, icon,
  keyed, live, liveList, load, match, nameOf, notes, numberText, open, openDialogs, preferredLanguage,
  problemBanner, render, session, skeleton, speak, spoken, start, store, t, textField
} from './base.js'

const root = document.getElementById('app')

let current = null
let counts = null
let timers = null
let top = null
let failure = null
let waiting = false

/// Draws the page at the next moment, once for all changes until then.
function update() {
  if (waiting) return
  waiting = true
  queueMicrotask(() => {
    waiting = false
    draw()
  })
}

function draw() {
  let content
  try {
    content = failure ? failureView() : current?.screen ? screenView(current.screen) : skeleton(4)
  } catch (error) {
    console.error(error)
    content = errorState(error, () => location.reload())
  }
  render(page(content), root)
  const title = current?.screen?.title?.()
  document.title = title ? `${title} · Gauntlet` : 'Gauntlet'
}

/// A screen under its heading: its title, unless it says another one or has it in its view.
function screenView({ title, headline = title, view }) {
  const content = view()
  const text = headline()
  return html`${text ? heading(text) : null}${content}`
}

function failureView() {
  return errorState(failure, begin)
}

const places = [
  ['/', 'home', 'nav.home'],
  ['/discover', 'compass', 'nav.discover'],
  ['/new', 'plus', 'nav.new'],
  ['/inbox', 'inbox', 'nav.inbox'],
  ['/me', 'person', 'nav.me']
]

const more = [
  ['/friends', 'people', 'nav.friends'],
  ['/scoreboard', 'trophy', 'nav.scoreboard'],
  ['/goals', 'goal', 'nav.goals'],
  ['/gallery', 'photo', 'nav.gallery'],
  ['/medals', 'medal', 'nav.medals']
]

function page(content) {
  const isIn = Boolean(session.user) && !open.has(current?.name)
  return html`<div class=${isIn ? 'frame' : 'frame is-open'}>
    <a class="skip" href="#main" @click=${skip}>${t('nav.skip')}</a>
    ${isIn
      ? navigation()
      : html`<header class="brand">${icon('glove')}<span>Gauntlet</span></header>`}
    ${isIn ? timers?.strip() : null}
    <main id="main" tabindex="-1">${content}</main>
    ${isIn ? aside() : null}
    <div class="notes" role="status">${keyed(notes, (one) => one.id, (one) => html`<p>${one.text}</p>`)}</div>
    ${keyed(openDialogs, (dialog) => dialog.id, (dialog) => html`<g-dialog @leave=${() => close()}>
      <dialog aria-labelledby=${dialog.title}>${closeButton(() => close())}${dialog.view()}</dialog>
    </g-dialog>`)}
  </div>`
}

function skip(event) {
  event.preventDefault()
  document.getElementById('main').focus()
}

function navigation() {
  const numbers = counts?.value
  const badges = {
    '/': numbers ? numbers.toJudge + numbers.dueSoon : 0,
    '/inbox': numbers?.new ?? 0
  }
  // The count describes the link: its name stays the same.
  const link = ([href, picture, word]) => html`<li><a href=${href} aria-label=${t(word)}
    aria-describedby=${badges[href] ? `badge-${picture}` : null}
    aria-current=${location.pathname === href ? 'page' : null}>${icon(picture)}<span>${t(word)}</span>${
    badges[href] ? html`<span class="badge"><span aria-hidden="true">${badgeText(badges[href])}</span><span
      class="unseen" id=${`badge-${picture}`}>${t('nav.count', { n: badges[href] })}</span></span>` : null}</a></li>`
  return html`<nav class="bar" aria-label=${t('nav.main')}>
    <p class="brand">${icon('glove')}<span>Gauntlet</span></p>
    <ul>${keyed(places, ([href]) => href, link)}</ul>
    <ul class="more">${keyed(more, ([href]) => href, link)}</ul>
  </nav>`
}

function badgeText(number) {
  return number > 99 ? '99+' : String(number)
}

const wide = matchMedia('(min-width: 1024px)')

/// Beside the screen on a wide page: the next deadlines, and the top of the scoreboard.
function aside() {
  if (!wide.matches) return null
  const near = (store.rows('list:home') ?? []).filter((row) => row.assignment && row.dueAt).slice(0, 4)
  const best = (top?.value?.items ?? []).slice(0, 5)
  const showsNear = near.length > 0 && current?.name !== 'home'
  const showsBest = best.length > 1 && current?.name !== 'scoreboard'
  if (!showsNear && !showsBest) return null
  return html`<aside class="aside" aria-label=${t('nav.aside')}>
    ${showsNear ? html`<section><h2>${t('home.next')}</h2>
    <ul class="plain">${keyed(near, (row) => row.id, ({ assignment, dueAt }) => html`<li><a
      href=${`/assignments/${assignment.id}`}>${assignment.challenge.name}</a><span
      class="secondary">${deadlineText(dueAt)}</span></li>`)}</ul></section>` : null}
    ${showsBest ? html`<section><h2><a href="/scoreboard">${t('nav.scoreboard')}</a></h2>
    <ol class="plain standings">${keyed(best, ({ user }) => user.id, ({ rank, user, points }) => html`<li><span
      class="rank">${numberText(rank)}</span><span>${nameOf(user)}</span><strong>${numberText(points)}</strong></li>`)}</ol></section>` : null}
  </aside>`
}

/// Shows a screen. A place one comes back to gets its scroll and focus again.
async function show({ screen: name, params, query, place }) {
  if (!session.user && !open.has(name) && !free.has(name)) {
    const from = location.pathname + location.search
    return go(from === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(from)}`, { replaces: true })
  }
  if (session.user && open.has(name)) return go('/', { replaces: true })
  current?.stop()
  const stopping = new AbortController()
  const mine = {
    name, screen: null,
    parts: [], signal: stopping.signal,
    stop() {
      mine.screen?.leave?.()
      stopping.abort()
    },
    load: (older) => mine.parts.forEach((part) => part.load({ older }))
  }
  failure = null
  current = mine
  const context = { params, query, signal: mine.signal, parts: mine.parts, update: () => current === mine && update() }
  try {
    const opens = await load(name)
    if (current !== mine) return
    mine.screen = opens(context)
    failure = null
  } catch (error) {
    if (current !== mine) return
    console.error(error)
    failure = error
  }
  draw()
  settle(place)
}

function settle(place) {
  scrollTo(0, place?.y ?? 0)
  const link = place?.href && document.querySelector(`main a[href="${CSS.escape(place.href)}"]`)
  const target = link || document.querySelector('main h1') || document.getElementById('main')
  if (target.tagName === 'H1') target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/// Asks for the password over the present screen, until the session goes on.
async function askPassword() {
  const user = session.user
  const state = { password: '', problem: null, isBusy: false, isDone: false }
  const submit = async () => {
    if (state.isBusy) return
    state.isBusy = true
    update()
    try {
      await session.signIn({ login: user.username, password: state.password })
      state.isDone = true
      close()
    } catch (problem) {
      state.problem = problem
    } finally {
      state.isBusy = false
      update()
    }
  }
  await ask(() => html`<form @submit=${submit}>
    <h2 id="session-title">${t('session.ended')}</h2>
    <p>${t('session.why', { username: user.username })}</p>
    ${problemBanner(state.problem)}
    ${textField({
      id: 'again', label: t('field.password'), type: 'password', autocomplete: 'current-password',
      value: state.password, input: (value) => { state.password = value }
    })}
    ${button({ text: t('signin.do'), isBusy: state.isBusy, isMain: true, isSubmit: true })}
  </form>`, update, 'session-title')
  if (!state.isDone) {
    await session.signOut().catch(() => {})
    throw new DOMException('signed out', 'AbortError')
  }
}

/// The visible screen is asked again when the window gets focus, when a connection returns, and
/// every half a minute.
function keepFresh() {
  const again = () => {
    if (document.visibilityState !== 'visible' || !session.user) return
    current?.load(freshness)
    counts?.load({ older: freshness })
    timers?.load({ older: freshness })
    if (top) top.load({ older: freshness })
  }
  addEventListener('focus', again)
  addEventListener('online', again)
  document.addEventListener('visibilitychange', again)
  setInterval(again, 10_000)
  wide.addEventListener('change', () => {
    followPerson()
    update()
  })
}

/// What the frame itself shows: the counts and, where there is room, the top of the scoreboard.
function followPerson() {
  const context = { parts: [], signal: new AbortController().signal, update }
  counts = session.user && live(context, 'counts', api.countNotices)
  timers = session.user && followTimers(context)
  top = session.user && wide.matches && live(context, 'top', api.getScoreboard, { query: { limit: 5 } })
}

/// The timers that run; the script that shows them comes when there are some.
function followTimers(context) {
  const part = liveList(context, 'list:timings', 'timing', api.listTimings, { list: 'live', limit: 20 })
  let strip = null
  return {
    load: (options) => part.load(options),
    strip() {
      if (!part.rows?.length) return null
      strip ??= spoken(import('./screens/timing.js'), 'play', 'goals').then(({ timerStrip }) => {
        strip = timerStrip
        update()
      }, () => { strip = null })
      return typeof strip === 'function' ? strip(part.rows, context) : null
    }
  }
}

let lastUser = null

function changed() {
  const id = session.user?.id ?? null
  if (id !== lastUser) {
    lastUser = id
    followPerson()
    if (id === null) go('/sign-in', { replaces: true })
  }
  update()
}

let hasBegun = false

async function begin() {
  failure = null
  // The screen's scripts come while the session is renewed.
  if (session.isExpected) load(match(location.pathname).screen).catch(() => {})
  try {
    await session.start()
  } catch (problem) {
    failure = problem
    draw()
    return
  }
  lastUser = session.user?.id ?? null
  followPerson()
  if (!hasBegun) start(show)
  hasBegun = true
}

function showTheme() {
  try {
    const theme = localStorage.getItem('gauntlet.theme')
    if (theme) document.documentElement.dataset.theme = theme
  } catch {
    // The system's.
  }
}

showTheme()
store.subscribe((key) => {
  if (key === 'counts' && store.age(key) === Infinity) counts?.load()
  if (key === 'list:timings' && store.age(key) === Infinity) timers?.load()
  update()
})
session.follow({ changed, askPassword })
keepFresh()
await speak(preferredLanguage())
addEventListener('gauntlet-note', update)
await begin()
