// Timers: those that run, in the frame of every screen; beginning one; and the face that counts.

import { clockText } from './amounts.js'
import { api } from './api.js'
import { icon } from './parts.js'
import { subjectName } from './reminders.js'
import { go } from './router.js'
import { store } from './store.js'
import { html, keyed } from './template.js'
import { t } from './text.js'
import { now } from './time.js'

let anchors = new WeakMap()

// This page's own clock may stand still while the device sleeps.
document.addEventListener('visibilitychange', () => { anchors = new WeakMap() })

/// The time that has passed: what the server counted, and since then this page's own clock, which
/// no change of the device's time moves.
export function elapsedOf(timing) {
  if (timing.state !== 'running') return timing.elapsedMilliseconds
  if (!anchors.has(timing)) {
    const passed = timing.elapsedMilliseconds + Math.max(0, now() - Date.parse(timing.runningSince))
    anchors.set(timing, { passed, at: performance.now() })
  }
  const { passed, at } = anchors.get(timing)
  return Math.min(86_400_000, Math.round(passed + performance.now() - at))
}

export function keepTiming(timing) {
  store.put(`timing:${timing.id}`, timing)
  store.expire('list:timings')
}

/// Begins a timer of a subject, or goes to the one that it has.
export async function beginTiming(write, of, subject) {
  const timing = await write.run('timer', { of, subject }, (key) => api.startTiming({ body: { of, subject }, key }))
  const known = timing ?? (write.problem?.code === 'challenges.timing_live' ? write.problem.current : null)
  if (!known) return
  keepTiming(known)
  go(`/timings/${known.id}`)
}

/// The running and paused timers of the person, for the frame.
export function timerStrip(rows, context) {
  const isLive = ({ state }) => state === 'running' || state === 'paused'
  const timings = rows.filter((one) => isLive(one) && location.pathname !== `/timings/${one.id}`)
  if (!timings.length) return null
  return html`<section class="timers" aria-label=${t('timer.live')}>${keyed(timings.slice(0, 3), ({ id }) => id, (one) => html`<a
    href=${`/timings/${one.id}`}>${icon('timer')}<span class="timer-name">${subjectName(one, context) ?? t('timer.word')}</span><g-timer
    .timing=${one}></g-timer>${one.state === 'paused' ? html`<span class="unseen">${t('goal.is-paused')}</span>` : null}</a>`)}</section>`
}

/// What a timing shows: of a countdown what is left.
export function faceText(timing) {
  const elapsed = elapsedOf(timing)
  if (timing.mode !== 'countdown') return clockText(elapsed)
  const left = timing.targetSeconds * 1000 - elapsed
  return left > 0 ? clockText(left + 999) : `+${clockText(-left)}`
}

/// A face that stays right: `<g-timer .timing=${timing}>`.
class TimerElement extends HTMLElement {
  #timing = null
  #ticker = null

  set timing(timing) {
    this.#timing = timing
    this.show()
  }

  connectedCallback() {
    this.#ticker = setInterval(() => this.show(), 250)
    this.show()
  }

  disconnectedCallback() {
    clearInterval(this.#ticker)
  }

  show() {
    if (!this.#timing || !this.isConnected) return
    const text = faceText(this.#timing)
    if (this.textContent === text) return
    this.textContent = text
    this.dispatchEvent(new Event('tick'))
  }
}

customElements.define('g-timer', TimerElement)
