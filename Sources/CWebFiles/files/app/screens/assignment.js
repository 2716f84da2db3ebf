// A dare or workout between two people: its text, its attempts as a conversation, and each action
// that the answer allows as a button. For the sender of a submission: judging.

import { amountText, clockText, unitText } from '../amounts.js'
import {
  api, button, chip, deadlineLine, drafts, errorLine, firstNameOf, html, keyed, linkButton, live, nameOf,
  newID, note, numberText, personLead, problemBanner, section, session, spoken, stateOf, store, t,
  textField, writing
} from '../base.js'
import { sure } from '../dialogs.js'
import { photoGrid, photosBy, uploader, Uploads } from '../photos.js'
import { reminderSection } from './reminders.js'

/// What each action that needs no more than a press sends.
const moves = {
  accept: api.acceptAssignment,
  start: api.startAssignment,
  deny: api.denyAssignment,
  retract: api.retractSubmission,
  'give-up': api.giveUpAssignment,
  withdraw: api.withdrawAssignment,
  excuse: api.excuseAssignment
}
const asked = new Set(['give-up', 'withdraw', 'excuse', 'retract'])

/// The seconds of "12:30" or "1:02:30"; null for anything else.
function readClock(text) {
  if (!/^\d{1,4}(:[0-5]\d){1,2}$/.test(text.trim())) return null
  return text.split(':').reduce((all, part) => all * 60 + Number(part), 0)
}

export function open(context) {
  const { id } = context.params
  const key = `assignment:${id}`
  const draft = `submission-${id}`
  const kept = drafts.read(session.user.id, draft)
  const write = writing(context)
  const uploads = new Uploads(context.update)
  const form = { attempt: newID(), note: kept ?? '', time: '', reason: '', verdict: null, problem: null }
  let reading = null
  const part = live(context, key, api.getAssignment, { id })

  let reminders = null

  const grid = (photosOf, name, when) => photoGrid(
    context, () => photosBy(name, photosOf(part.value), when), () => part.load())
  const isMine = (assignment) => assignment.recipient.id === session.user.id

  /// `read` is sent once, when the recipient sees it.
  function read(assignment) {
    if (reading || !assignment.actions.includes('read') || document.visibilityState !== 'visible') return
    // Where it fails, the next visit says it.
    reading = api.readAssignment({ id, key: newID() }).then((row) => store.put(key, row), () => {})
  }

  /// A move; where the row has moved meanwhile, its present state is shown and nothing is lost.
  async function move(name, body, send) {
    const answer = await write.run(name, body, async (once) => {
      await reading
      return send({ id, body, version: part.value.version, key: once })
    })
    if (answer) {
      store.put(key, answer)
      store.expire('list:')
      store.expire('counts')
      store.expire('rank')
    } else if (write.problem?.current) {
      store.put(key, write.problem.current)
    } else if (write.problem?.status === 409 || write.problem?.status === 412) {
      part.load()
    }
    return answer
  }

  async function act(action) {
    if (asked.has(action) && !(await sure(context, `ask.${action}`, t(`act.${action}`)))) return
    if (await move(action, undefined, moves[action])) note(t(`did.${action}`))
  }

  async function submit() {
    const assignment = part.value
    const seconds = readClock(form.time)
    if (uploads.hindrance) form.problem = uploads.hindrance
    else if (assignment.challenge.proof === 'required' && !uploads.ids.length) form.problem = t('challenges.proof_missing')
    else if (form.time && seconds === null) form.problem = t('challenges.seconds_invalid')
    else form.problem = null
    context.update()
    if (form.problem) return
    const action = assignment.actions.includes('complete') ? 'complete' : 'submit'
    const body = { attempt: form.attempt, note: form.note, mediaIDs: uploads.ids, ...(seconds !== null && { seconds }) }
    if (action === 'complete' && !form.note && !uploads.ids.length) for (const name of ['attempt', 'note', 'mediaIDs']) delete body[name]
    if (!(await move(action, body, action === 'complete' ? api.completeAssignment : api.submitAssignment))) return
    drafts.remove(session.user.id, draft)
    form.note = ''
    form.attempt = newID()
    uploads.clear()
    note(t(`did.${action}`))
  }

  /// The last two verdicts need a reason: pressing one asks for it, and pressing again sends it.
  async function judge(verdict) {
    form.problem = null
    if (verdict !== 'approve' && !form.reason.trim()) {
      if (form.verdict) form.problem = t('judge.reason-needed')
      form.verdict = verdict
      context.update()
      await Promise.resolve()
      document.getElementById('reason')?.focus()
      return
    }
    const body = verdict === 'approve' ? undefined : { reason: form.reason.trim() }
    const send = {
      approve: api.approveSubmission,
      'try-again': api.tryAgain,
      reject: api.rejectSubmission
    }[verdict]
    const answer = await move(verdict, body, send)
    if (!answer) return
    form.reason = ''
    form.verdict = null
    note(t(`did.${verdict}`))
  }

  function view() {
    return stateOf(part, shown, { bones: 5 })
  }

  function shown(assignment) {
    read(assignment)
    const { challenge, actions } = assignment
    const other = isMine(assignment) ? assignment.sender : assignment.recipient
    return html`<div class="form">
      <div class="title-line">${chip(assignment)}<span class="secondary">${deadlineLine(assignment.deadline)}</span></div>
      ${personLead(other, t(isMine(assignment) ? 'dare.from' : 'dare.to', { name: nameOf(other) }))}
      ${challenge.description ? html`<p class="prose">${challenge.description}</p>` : null}
      ${challenge.photos?.length ? grid((one) => one.challenge.photos, nameOf(challenge.author)) : null}
      ${challenge.kind === 'workout' ? facts(assignment) : null}
      ${pointsLine(assignment)}
      ${assignment.reason ? html`<p class="prose">${t('dare.reason', { reason: assignment.reason })}</p>` : null}
      ${talk(assignment)}
      ${problemBanner(write.problem)}
      ${actions.includes('approve') ? judging(assignment) : null}
      ${actions.includes('submit') || actions.includes('complete') ? submission(assignment) : null}
      ${others(actions)}
      ${again(assignment)}
      ${remind(assignment)}
    </div>`
  }

  function facts({ challenge, seconds, inTime }) {
    const all = [
      challenge.caption && [t('workout.caption'), challenge.caption],
      challenge.target !== undefined && [t('goal.target'), `${amountText(challenge.target)} ${unitText(challenge.unit ?? '')}`],
      challenge.targetSeconds && [t('workout.time'), clockText(challenge.targetSeconds * 1000)],
      seconds !== undefined && [t('workout.result'), clockText(seconds * 1000)],
      inTime !== undefined && [t('workout.in-time'), t(inTime ? 'do.yes' : 'do.no')]
    ].filter(Boolean)
    return html`<div class="form">${all.length ? html`<dl class="facts">${keyed(all, ([name]) => name, ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>` : null}${
      challenge.definitionID ? html`<p><a href=${`/definitions/${challenge.definitionID}`}>${t('workout.more')}</a></p>` : null}</div>`
  }

  /// What the person sent and is over can be sent once more.
  function again(assignment) {
    if (isMine(assignment) || !assignment.closedAt) return null
    return html`<div>${linkButton(`/new/dare?copy=${assignment.challenge.id}`, t('dare.again'), { icon: 'again' })}</div>`
  }

  function remind(assignment) {
    if (!isMine(assignment)) return null
    reminders ??= reminderSection(context, write, 'assignment', id)
    return reminders(Boolean(assignment.closedAt) || assignment.displayState === 'unread')
  }

  async function time() {
    const { beginTiming } = await spoken(import('./timing.js'), 'goals')
    beginTiming(write, 'assignment', id)
  }

  /// Points are said once the answer has them, never before the verdict.
  function pointsLine({ points, displayState }) {
    if (points === undefined || displayState !== 'done') return null
    return html`<dl class="figures"><div><dt>${t('points.word', { n: points })}</dt><dd>${`+${numberText(points)}`}</dd></div></dl>`
  }

  function talk(assignment) {
    const { attempts } = assignment
    if (!attempts.length) return null
    const name = nameOf(assignment.recipient)
    return section(t('attempts.title'), html`<ol class="talk">${keyed(attempts, (one) => one.id, (attempt) => html`<li class="attempt">
      <p><strong>${t('attempts.number', { n: attempt.number })}</strong> <span class="secondary"><g-time .as=${'moment'} .moment=${attempt.submittedAt}></g-time> · ${t(`outcome.${attempt.outcome}`)}</span></p>
      ${attempt.note ? html`<p class="prose">${attempt.note}</p>` : null}
      ${attempt.media.length ? grid((one) => one.attempts.find(({ id: known }) => known === attempt.id).media, name, attempt.submittedAt) : null}
      ${attempt.reason ? html`<p class="prose">${t('attempts.reason', { name: firstNameOf(assignment.sender), reason: attempt.reason })}</p>` : null}
    </li>`)}</ol>`)
  }

  function judging(assignment) {
    const isBusy = (verdict) => write.busy === verdict
    const { actions } = assignment
    return html`<section class="well" aria-labelledby="judging"><h2 id="judging">${t('judge.title')}</h2>
      <p>${t('judge.what', { name: firstNameOf(assignment.recipient) })}</p>
      ${form.verdict ? textField({
        id: 'reason', label: t('judge.reason'), rows: 2, maxLength: 500, value: form.reason, error: form.problem,
        hint: t(`judge.${form.verdict}.hint`, { name: firstNameOf(assignment.recipient) }),
        input: (value) => { form.reason = value; form.problem = null; context.update() }
      }) : null}
      <div class="actions">${button({ text: t('act.approve'), isMain: !form.verdict, isBusy: isBusy('approve'), click: () => judge('approve') })}${
        actions.includes('try-again') ? button({ text: t('act.try-again'), isMain: form.verdict === 'try-again', isBusy: isBusy('try-again'), click: () => judge('try-again') }) : null}${
        actions.includes('reject') ? button({ text: t('act.reject'), isDanger: true, isBusy: isBusy('reject'), click: () => judge('reject') }) : null}</div></section>`
  }

  function submission(assignment) {
    const { proof, kind } = assignment.challenge
    const name = assignment.actions.includes('complete') ? 'complete' : 'submit'
    const isTimed = kind === 'workout'
    return html`<form class="well" @submit=${submit}><h2>${t('submit.title')}</h2>
      ${isTimed ? html`<div class="form">${button({ text: t('timer.word'), icon: 'timer', isBusy: write.busy === 'timer', click: time })}${textField({
        id: 'result', label: t('workout.result-time'), hint: t('workout.result-hint'), value: form.time,
        input: (value) => { form.time = value; form.problem = null; context.update() }
      })}</div>` : null}
      ${textField({
        id: 'note', label: t('submit.note'), rows: 3, maxLength: 2000, value: form.note,
        input: (value) => { form.note = value; drafts.write(session.user.id, draft, value) }
      })}
      ${proof === 'none' ? null : uploader(uploads, { hint: t(`submit.proof-${proof}`) })}
      ${errorLine(form.problem)}
      ${name === 'submit' ? html`<p class="hint">${t('submit.left', { n: assignment.attemptsLeft })}</p>` : null}
      ${button({ text: t(`act.${name}`), isMain: true, isSubmit: true, isBusy: write.busy === name })}</form>`
  }

  function others(actions) {
    const shownActions = Object.keys(moves).filter((action) => actions.includes(action))
    if (!shownActions.length) return null
    return html`<div class="actions">${keyed(shownActions, (action) => action, (action) => button({
      text: t(`act.${action}`), isMain: ['accept', 'start'].includes(action),
      isDanger: action === 'deny', isBusy: write.busy === action, click: () => act(action)
    }))}</div>`
  }

  return { title: () => part.value?.challenge.name ?? t('dare.word'), view }
}
