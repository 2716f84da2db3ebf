// What one can do with a contest. What concerns others is said before it is done.

import { amountField } from '../amount-field.js'
import { checkAmount, typedAmount } from '../amounts.js'
import { api } from '../api.js'
import { valueText } from '../contests.js'
import { confirmed } from '../dialogs.js'
import { button, problemBanner, textField } from '../parts.js'
import { friendPicker } from '../picker.js'
import { ask, close, go } from '../router.js'
import { Uploads, uploader } from '../media.js'
import { html, keyed } from '../template.js'
import { fieldText, firstNameOf, nameOf, t } from '../text.js'
import { logSheet } from './sheet.js'

const order = ['publish', 'log', 'join', 'complete', 'target', 'invite', 'share', 'decline', 'change', 'hand-over', 'end', 'leave', 'cancel', 'delete']
const main = new Set(['publish', 'join', 'log', 'complete'])
const owners = new Set(['change', 'hand-over', 'end', 'cancel', 'delete', 'leave'])

const sends = {
  publish: (args) => api.publishContest(args), decline: (args) => api.declineContest(args), leave: (args) => api.leaveContest(args),
  end: (args) => api.endContest(args), cancel: (args) => api.cancelContest(args), delete: (args) => api.deleteContest(args)
}

export function actions(deck) {
  const { context, id, move, write } = deck
  let asking = 0

  /// A form in a dialog; what was typed stays when it is closed and opened again.
  async function sheet(view) {
    asking += 1
    write.problem = null
    await ask(view, context.update)
    asking -= 1
    context.update()
  }

  const isBusy = (name) => write.busy === name

  async function simple(name) {
    const { contest } = deck
    if (name !== 'decline') {
      const isOwner = contest.actions.includes('change')
      const isAsk = contest.me?.state === 'requested'
      const why = { leave: isAsk ? 'ask.leave-request' : isOwner ? 'ask.leave-owner' : 'ask.leave' }[name] ?? `ask-contest.${name}`
      const title = isAsk ? t('act.leave-request') : t(`act.${name}`)
      const isSure = await confirmed(context, { title: t('ask.sure', { act: title }), why: t(why), act: title })
      if (!isSure) return
    }
    const wasPrivate = contest.visibility === 'private' || contest.visibility === 'link'
    const isGone = name === 'delete' || (wasPrivate && ['decline', 'leave'].includes(name))
    if (await move(name, undefined, sends[name], t(`did.${name}`), { isGone }) && isGone) go('/', { replaces: true })
  }

  const target = { text: '', problem: null }

  /// Asks for the participant's own target, and joins with it or changes it.
  async function setTarget(name) {
    const { contest } = deck
    const isPercent = contest.score === 'percent' && contest.me?.target === undefined
    if (name === 'join' && !isPercent) return join()
    target.text ||= typedAmount(contest.me?.target)
    const submit = async (event) => {
      event.preventDefault()
      const { amount, problem } = checkAmount(target.text, { isWhole: contest.wholeNumbers })
      target.problem = problem ?? null
      context.update()
      if (problem) return
      const done = name === 'join' ? await join({ target: amount })
        : await move('target', { target: amount }, (args) => api.setTarget(args), t('did.target'))
      target.problem = fieldText(write.problem, '/target')
      if (done) close()
      else context.update()
    }
    await sheet(() => html`<form class="form" @submit=${submit}><h2 id="dialog-title">${t('act.target')}</h2>
      ${amountField({
        id: 'target', label: t('contest.target', { unit: contest.unit ?? '' }), value: target.text, error: target.problem, hint: t('contest.target-hint'),
        input: (value) => { target.text = value; target.problem = null; context.update() }
      })}${target.problem ? null : problemBanner(write.problem)}
      ${button({ text: t(name === 'join' ? 'act.join' : 'act.target'), isMain: true, isSubmit: true, isBusy: isBusy(name) })}</form>`)
  }

  async function join(body) {
    const answer = await move('join', body, (args) => api.joinContest(args))
    if (answer) deck.say(t(answer.me?.state === 'requested' ? 'did.request' : 'did.join'))
    return answer
  }

  const picked = { invite: [], share: [] }

  /// Inviting gives access, sharing tells alone.
  function choose(name) {
    const chosen = () => picked[name]
    const picker = friendPicker(context, {
      picked: chosen, none: 'picker.none',
      pick: (one, isPicked) => {
        picked[name] = [...chosen().filter((other) => other !== one), ...(isPicked ? [one] : [])]
        context.update()
      }
    })
    const submit = async (event) => {
      event.preventDefault()
      if (!chosen().length) return
      const done = name === 'invite'
        ? await write.run(name, chosen(), (key) => api.inviteToContest({ id, body: { invitees: chosen() }, key }))
        : await write.run(name, chosen(), (key) => api.shareContest({ id, body: { recipients: chosen() }, key }))
      if (!done) return
      deck.say(t(`did.${name}`, { n: chosen().length }))
      picked[name] = []
      deck.changed()
      close()
    }
    const wrong = () => write.problem?.fields.find(({ pointer }) => /\/\d+$/.test(pointer))
    const problem = () => {
      const field = wrong()
      if (!field) return problemBanner(write.problem)
      const person = picker.friends.rows?.find((one) => one.id === chosen()[Number(field.pointer.split('/')[2])])
      return html`<p class="error" role="alert">${person ? `${nameOf(person)}: ` : ''}${fieldText(write.problem, field.pointer)}</p>`
    }
    sheet(() => html`<form class="form" @submit=${submit}><h2 id="dialog-title">${t(`act.${name}`)}</h2>
      <p>${t(`ask.${name}`)}</p>${picker.view()}${problem()}
      ${button({ text: t(`act.${name}`), isMain: true, isSubmit: true, isBusy: isBusy(name) })}</form>`)
  }

  const completion = { note: '', uploads: new Uploads(context.update), problem: null }

  function complete() {
    const { uploads } = completion
    const submit = async (event) => {
      event.preventDefault()
      const { proof } = deck.contest
      completion.problem = uploads.hindrance
        ?? (proof === 'required' && !uploads.ids.length ? t('challenges.proof_missing') : null)
      context.update()
      if (completion.problem) return
      const body = { note: completion.note, mediaIDs: uploads.ids }
      if (await move('complete', body, (args) => api.completeContest(args), t('did.complete'))) close()
    }
    sheet(() => html`<form class="form" @submit=${submit}><h2 id="dialog-title">${t('act.complete')}</h2><p>${t('ask-contest.complete')}</p>
      ${textField({ id: 'note', label: t('submit.note'), rows: 3, maxLength: 2000, value: completion.note, input: (value) => { completion.note = value } })}
      ${deck.contest.proof === 'none' ? null : uploader(uploads, { hint: t(`submit.proof-${deck.contest.proof}`) })}
      ${completion.problem ? html`<p class="error" role="alert">${completion.problem}</p>` : problemBanner(write.problem)}
      ${button({ text: t('act.complete'), isMain: true, isSubmit: true, isBusy: isBusy('complete') })}</form>`)
  }

  /// Another participant becomes the owner.
  async function handOver() {
    const { items } = await api.listParticipants({ id, signal: context.signal, query: { state: 'joined', limit: 100 } })
      .catch((problem) => { write.problem = problem; context.update(); return { items: [] } })
    const others = items.filter(({ user }) => !user.placeholder && user.id !== deck.contest.owner.id)
    const give = async ({ user }) => {
      const name = firstNameOf(user)
      const said = t('did.hand-over', { name })
      if (await move('hand-over', { to: user.id }, (args) => api.handOverContest(args), said)) close()
    }
    sheet(() => html`<div class="form"><h2 id="dialog-title">${t('act.hand-over')}</h2><p>${t(others.length ? 'ask-contest.hand-over' : 'hand-over.nobody')}</p>
      ${problemBanner(write.problem)}<div class="form">${keyed(others, ({ user }) => user.id, (one) => button({
        text: nameOf(one.user), isBusy: isBusy('hand-over'), click: () => give(one)
      }))}</div></div>`)
  }

  const log = logSheet(deck, sheet)

  function act(name) {
    if (name === 'log') log.add()
    else if (name === 'join' || name === 'target') setTarget(name)
    else if (name === 'invite' || name === 'share') choose(name)
    else if (name === 'complete') complete()
    else if (name === 'hand-over') handOver()
    else simple(name)
  }

  deck.log = log
  deck.sheet = sheet

  function one(contest, name) {
    if (name === 'change') return html`<a class="button" href=${`/contests/${id}/edit`}><span>${t('act.change')}</span></a>`
    const isAsking = name === 'join' && contest.needsApproval && contest.me?.state !== 'invited'
    const text = isAsking ? 'act.join-ask' : name === 'leave' && contest.me?.state === 'requested' ? 'act.leave-request' : `act.${name}`
    return button({
      text: t(text), isMain: main.has(name), isDanger: ['cancel', 'delete'].includes(name), isBusy: isBusy(name), click: () => act(name)
    })
  }

  function view(contest) {
    const shown = order.filter((name) => contest.actions.includes(name))
    const isOwner = contest.actions.includes('change')
    const hidden = isOwner && contest.state !== 'draft' ? shown.filter((name) => owners.has(name)) : []
    const front = shown.filter((name) => !hidden.includes(name))
    const list = (names) => html`<div class="actions">${keyed(names, (name) => name, (name) => one(contest, name))}</div>`
    const goal = contest.actions.includes('join') && contest.goal !== undefined
    return html`${goal ? html`<p>${t('rule.goal', { value: valueText(contest, contest.goal) })}</p>` : null}
      ${front.length ? list(front) : null}
      ${contest.actions.includes('join') ? html`<p class="hint">${t(contest.me?.state === 'invited' || !contest.needsApproval ? 'ask.join' : 'ask.join-ask')}</p>` : null}
      ${hidden.length ? html`<details class="fold"><summary>${t('contest.manage')}</summary>${list(hidden)}</details>` : null}`
  }

  return { view, isAsking: () => asking > 0 }
}
