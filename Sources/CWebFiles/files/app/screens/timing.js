// A timer on the whole screen: a stopwatch, or a countdown to its target time.

import { clockText } from '../amounts.js'
import { api } from '../api.js'
import { sure } from '../dialogs.js'
import { Uploads, uploader } from '../media.js'
import { button, heading, note, problemBanner, stateOf, textField, writing } from '../parts.js'
import { subjectName, subjectPath } from '../reminders.js'
import { live, store } from '../store.js'
import { html } from '../template.js'
import { fieldText, has, t } from '../text.js'
import { elapsedOf, keepTiming } from '../timing.js'

export function open(context) {
  const { id } = context.params
  const write = writing(context)
  const part = live(context, `timing:${id}`, ({ signal, etag }) => api.getTiming({ id, signal, etag }))
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
    act('finish', (args) => api.finishTiming(args), { ...elapsed(), ...added })
  }

  /// What the result says and shows, beside the time.
  function extras() {
    const { problems } = form
    return html`<details class="fold" ?open=${Boolean(problems.note || problems.photos)}><summary>${t('timer.extras')}</summary><div class="form">
      ${textField({
        id: 'timer-note', label: t('submit.note'), rows: 2, maxLength: 2000, value: form.note, error: problems.note,
        input: (value) => { form.note = value; problems.note = null; context.update() }
      })}${uploader(uploads)}${problems.photos ? html`<p class="error" role="alert">${problems.photos}</p>` : null}</div></details>`
  }

  async function discard() {
    if (await sure(context, 'ask.timer-discard', t('timer.discard'))) act('discard', (args) => api.discardTiming(args))
  }

  function confirm(event) {
    event.preventDefault()
    const most = Math.floor(part.value.elapsedMilliseconds / 60_000)
    const minutes = form.minutes === null ? null : Number(form.minutes)
    form.problem = minutes === null || (Number.isInteger(minutes) && minutes >= 0 && minutes <= most) ? null : t('timer.too-long', { n: most })
    context.update()
    if (form.problem) return
    act('confirm', (args) => api.confirmTiming(args), minutes === null ? {} : { elapsedMilliseconds: minutes * 60_000 })
  }

  function actions(timing) {
    const has = (action) => timing.actions.includes(action)
    const isBusy = (name) => write.busy === name
    return html`<div class="actions">
      ${has('pause') ? button({ text: t('goal.pause'), isBusy: isBusy('pause'), click: () => act('pause', (args) => api.pauseTiming(args), elapsed()) }) : null}
      ${has('resume') ? button({ text: t('goal.resume'), isMain: true, isBusy: isBusy('resume'), click: () => act('resume', (args) => api.resumeTiming(args)) }) : null}
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
      <a class="button" href=${subjectPath[timing.of]?.(timing.subject)}><span>${t('timer.to', { name: subjectName(timing, context) ?? t('timer.subject') })}</span></a>
    </div>`
  }

  const name = () => (part.value && subjectName(part.value, context)) ?? t('timer.word')
  return {
    title: name,
    view: () => html`${heading(name())}${stateOf(part, shown, { bones: 3 })}`,
    leave() {
      keepAwake(false)
      uploads.clear()
    }
  }
}
