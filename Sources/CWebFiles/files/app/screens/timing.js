// Timers: those that run, in the frame of every screen; beginning one; and the face that counts.

import { clockText } from '../amounts.js'
import {
  api, button, errorLine, fieldText, go, has, html, icon, keyed, linkButton, live, note, now, problemBanner,
  stateOf, store, t, textField, writing
} from '../base.js'
import { sure } from '../dialogs.js'
import { uploader, Uploads } from '../photos.js'
import { subjectName, subjectPath } from './reminders.js'

let anchors = new WeakMap()

// This page's own clock may stand still while the device sleeps.
document.addEventListener('visibilitychange', () => { anchors = new WeakMap() })

/// The time that has passed: what the server counted, and since then this page's own clock, which
/// no change of the device's time moves.
function elapsedOf(timing) {
  if (timing.state !== 'running') return timing.elapsedMilliseconds
  if (!anchors.has(timing)) {
    const passed = timing.elapsedMilliseconds + Math.max(0, now() - Date.parse(timing.runningSince))
    anchors.set(timing, { passed, at: performance.now() })
  }
  const { passed, at } = anchors.get(timing)
  return Math.min(86_400_000, Math.round(passed + performance.now() - at))
}

function keepTiming(timing) {
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
function faceText(timing) {
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

// A timer on the whole screen: a stopwatch, or a countdown to its target time.

export function open(context) {
  const { id } = context.params
  const write = writing(context)
  const part = live(context, `timing:${id}`, api.getTiming, { id })
  const form = { minutes: null, problem: null, note: '', problems: {} }
  const uploads = new Uploads(context.update)
  let wake = null

  /// Keeps the screen on while the timer runs, where the browser can.
  async function keepAwake(isRunning) {
    if (!isRunning || document.visibilityState !== 'visible') {
      wake?.release().catch(() => {})
      wake = null
    } else if (!wake && navigator.wakeLock) {
      wake = { release: async () => {} }
      try {
        wake = await navigator.wakeLock.request('screen')
        wake.addEventListener('release', () => { wake = null })
        if (context.signal.aborted) await wake.release()
      } catch {
        // A low battery, for example. The timer runs all the same.
      }
    }
  }

  async function act(name, send, body) {
    const timing = part.value
    const answer = await write.run(name, body, (key) => send({ id, body, version: timing.version, key }))
    const row = answer ?? write.problem?.current
    if (row) keepTiming(row)
    else if ([404, 409, 412].includes(write.problem?.status)) part.load()
    if (!answer) {
      for (const [name, pointer] of [['note', '/note'], ['photos', '/mediaIDs']]) form.problems[name] = fieldText(write.problem, pointer)
      if (write.problem?.fields.some(({ pointer }) => pointer.startsWith('/mediaIDs/'))) form.problems.photos ??= t('challenges.media_not_found')
      return context.update()
    }
    store.expire('list:')
    store.expire(`${timing.of}:`)
    if (name === 'finish' || name === 'confirm') note(t(answer.result ? 'timer.counted' : 'timer.stopped'))
  }

  const elapsed = () => ({ elapsedMilliseconds: elapsedOf(part.value) })

  /// Ends it now: what it counted until then, with the note and the photos.
  function finish() {
    form.problems = { photos: uploads.hindrance }
    context.update()
    if (form.problems.photos) return
    const added = { ...(form.note.trim() && { note: form.note.trim() }), ...(uploads.ids.length && { mediaIDs: uploads.ids }) }
    act('finish', api.finishTiming, { ...elapsed(), ...added })
  }

  /// What the result says and shows, beside the time.
  function extras() {
    const { problems } = form
    return html`<details class="fold" ?open=${Boolean(problems.note || problems.photos)}><summary>${t('timer.extras')}</summary><div class="form">
      ${textField({
        id: 'timer-note', label: t('submit.note'), rows: 2, maxLength: 2000, value: form.note, error: problems.note,
        input: (value) => { form.note = value; problems.note = null; context.update() }
      })}${uploader(uploads)}${errorLine(problems.photos)}</div></details>`
  }

  async function discard() {
    if (await sure(context, 'ask.timer-discard', t('timer.discard'))) act('discard', api.discardTiming)
  }

  function confirm() {
    const most = Math.floor(part.value.elapsedMilliseconds / 60_000)
    const minutes = form.minutes === null ? null : Number(form.minutes)
    form.problem = minutes === null || (Number.isInteger(minutes) && minutes >= 0 && minutes <= most) ? null : t('timer.too-long', { n: most })
    context.update()
    if (form.problem) return
    act('confirm', api.confirmTiming, minutes === null ? {} : { elapsedMilliseconds: minutes * 60_000 })
  }

  function actions(timing) {
    const has = (action) => timing.actions.includes(action)
    const isBusy = (name) => write.busy === name
    return html`<div class="actions">
      ${has('pause') ? button({ text: t('goal.pause'), isBusy: isBusy('pause'), click: () => act('pause', api.pauseTiming, elapsed()) }) : null}
      ${has('resume') ? button({ text: t('goal.resume'), isMain: true, isBusy: isBusy('resume'), click: () => act('resume', api.resumeTiming) }) : null}
      ${has('finish') ? button({ text: t('timer.finish'), isMain: !has('resume'), isBusy: isBusy('finish'), click: finish }) : null}
      ${has('discard') ? button({ text: t('timer.discard'), isBusy: isBusy('discard'), click: discard }) : null}</div>`
  }

  function outcome(timing) {
    if (timing.state === 'discarded') return html`<p>${t('timer.discarded')}</p>`
    if (timing.state !== 'finished') return null
    const { refusal } = timing
    return html`<div class="form"><p>${timing.result ? t('timer.counted') : refusal ? t('timer.refused', {
        why: has(refusal) ? t(refusal) : refusal
      }) : t('timer.stopped')}</p>
      ${timing.actions.includes('confirm') ? html`<form class="form" novalidate @submit=${confirm}><p>${t('timer.unattended')}</p>${textField({
        id: 'minutes', label: t('timer.minutes'), mode: 'numeric', error: form.problem,
        value: form.minutes ?? String(Math.floor(timing.elapsedMilliseconds / 60_000)),
        input: (value) => { form.minutes = value; form.problem = null; context.update() }
      })}${button({ text: t('timer.confirm'), isMain: true, isSubmit: true, isBusy: write.busy === 'confirm' })}</form>` : null}</div>`
  }

  function shown(timing) {
    const isRunning = timing.state === 'running'
    keepAwake(isRunning)
    const isDue = () => timing.mode === 'countdown' && elapsedOf(timing) >= timing.targetSeconds * 1000
    const wasDue = isDue()
    const tick = () => { if (isDue() !== wasDue) context.update() }
    return html`<div class="form">
      <p class="face"><g-timer role="timer" .timing=${timing} @tick=${tick}></g-timer></p>
      <p class="face-note" role="status">${timing.state === 'paused' ? t('goal.is-paused') : ''}${
        timing.mode === 'countdown' ? wasDue ? t('timer.due') : t('timer.target', { time: clockText(timing.targetSeconds * 1000) }) : ''}</p>
      ${timing.isSuspect ? html`<p class="hint">${t('timer.suspect')}</p>` : null}
      ${outcome(timing)}
      ${problemBanner(write.problem)}
      ${actions(timing)}
      ${timing.actions.includes('finish') ? extras() : null}
      ${linkButton(subjectPath[timing.of]?.(timing.subject), t('timer.to', { name: subjectName(timing, context) ?? t('timer.subject') }))}
    </div>`
  }

  const name = () => (part.value && subjectName(part.value, context)) ?? t('timer.word')
  return {
    title: name,
    view: () => stateOf(part, shown, { bones: 3 }),
    leave() {
      keepAwake(false)
      uploads.clear()
    }
  }
}
