// What one can do with a contest. What concerns others is said before it is done.

import { amountField, amountText, checkAmount, typedAmount } from '../amounts.js'
import {
  api, ask, button, choice, close, drafts, errorLine, fieldText, firstNameOf, go, hour, html, keyed,
  linkButton, localText, minute, nameOf, newID, now, optionsOf, pictureOf, problemBanner, session, store, t,
  textField
} from '../base.js'
import { valueText } from '../contests.js'
import { confirmed, showProblem } from '../dialogs.js'
import { uploader, Uploads } from '../photos.js'
import { friendPicker } from '../pickers.js'

const order = ['publish', 'log', 'join', 'complete', 'target', 'invite', 'share', 'decline', 'change', 'hand-over', 'end', 'leave', 'cancel', 'delete']
const main = new Set(['publish', 'join', 'log', 'complete'])
const owners = new Set(['change', 'hand-over', 'end', 'cancel', 'delete', 'leave'])

const sends = {
  publish: api.publishContest, decline: api.declineContest, leave: api.leaveContest,
  end: api.endContest, cancel: api.cancelContest, delete: api.deleteContest
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
    const submit = async () => {
      const { amount, problem } = checkAmount(target.text, { isWhole: contest.wholeNumbers })
      target.problem = problem ?? null
      context.update()
      if (problem) return
      const done = name === 'join' ? await join({ target: amount })
        : await move('target', { target: amount }, api.setTarget, t('did.target'))
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
    const answer = await move('join', body, api.joinContest)
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
    const submit = async () => {
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
    const submit = async () => {
      const { proof } = deck.contest
      completion.problem = uploads.hindrance
        ?? (proof === 'required' && !uploads.ids.length ? t('challenges.proof_missing') : null)
      context.update()
      if (completion.problem) return
      const body = { note: completion.note, mediaIDs: uploads.ids }
      if (await move('complete', body, api.completeContest, t('did.complete'))) close()
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
      if (await move('hand-over', { to: user.id }, api.handOverContest, said)) close()
    }
    sheet(() => html`<div class="form"><h2 id="dialog-title">${t('act.hand-over')}</h2><p>${t(others.length ? 'ask-contest.hand-over' : 'hand-over.nobody')}</p>
      ${problemBanner(write.problem)}<div class="form">${keyed(others, ({ user }) => user.id, (one) => button({
        text: nameOf(one.user), isBusy: isBusy('hand-over'), click: () => give(one)
      }))}</div></div>`)
  }

  const log = entrySheets(deck, sheet)

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
    if (name === 'change') return linkButton(`/contests/${id}/edit`, t('act.change'))
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

// The log sheet: how much, when, with what note and photos, and who may see it.

const back = 48 * hour

/// Who may see an entry besides the participants, by the contest's visibility.
const audiences = { friends: ['participants', 'friends'], public: ['participants', 'friends', 'public'] }

/// Sheets for a new entry and for changing one; `sheet(view)` shows a dialog.
function entrySheets(deck, sheet) {
  const { context, id, write } = deck
  const draft = `entry-${id}`
  const blank = () => ({ id: newID(), amount: '', note: '', when: 'now', at: localText(now()), audience: 'participants', kept: [] })
  const fresh = { form: { ...blank(), ...drafts.read(session.user.id, draft) }, uploads: new Uploads(context.update), problems: {} }
  let last = null

  function change(state, name, value) {
    state.form[name] = value
    state.problems[name] = null
    if (!state.entry) drafts.write(session.user.id, draft, { amount: state.form.amount, note: state.form.note })
    context.update()
  }

  const counts = (contest) => Boolean(contest.unit)

  function check(state) {
    const { contest } = deck
    const { form, uploads, problems } = state
    const amount = counts(contest) ? checkAmount(form.amount, { isWhole: contest.wholeNumbers }) : {}
    const isEmpty = !form.amount.trim() && contest.aggregation === 'daysActive'
    problems.amount = isEmpty ? null : amount.problem
    problems.photos = uploads.hindrance
      ?? (contest.proof === 'required' && !uploads.ids.length && !form.kept.length ? t('challenges.proof_missing') : null)
    const at = new Date(form.at).getTime()
    problems.at = form.when === 'earlier' && !state.entry && !(at <= now() + 5 * minute && at >= now() - back) ? t('log.at-wrong') : null
    return { isRight: Object.values(problems).every((one) => !one), amount: isEmpty ? undefined : amount.amount }
  }

  function bodyOf({ form, uploads, entry }, amount) {
    const body = { note: form.note, mediaIDs: [...form.kept.map(({ photo }) => photo.id), ...uploads.ids], audience: form.audience }
    if (amount !== undefined) body.amount = amount
    if (entry) return body
    if (form.when === 'earlier') body.occurredAt = new Date(form.at).toISOString()
    return { id: form.id, ...body }
  }

  async function submit(state) {
    if (write.busy) return
    write.problem = null
    const { isRight, amount } = check(state)
    if (!isRight) return showProblem(context, 'dialog')
    const { entry } = state
    const body = bodyOf(state, amount)
    const answer = await write.run('log', body, (key) => (entry
      ? api.changeEntry({ id: entry.id, body, version: entry.version, key }) : api.addEntry({ id, body, key })))
    if (!answer) {
      for (const [name, pointer] of [['amount', 'amount'], ['note', 'note'], ['at', 'occurredAt'], ['photos', 'mediaIDs'], ['audience', 'audience']]) {
        state.problems[name] = fieldText(write.problem, `/${pointer}`)
      }
      if (write.problem?.code === 'challenges.id_taken') state.form.id = newID()
      return showProblem(context, 'dialog')
    }
    store.put(`entry:${answer.id}`, answer)
    state.uploads.clear()
    if (!entry) {
      drafts.remove(session.user.id, draft)
      last = answer.amount
      state.form = blank()
    }
    deck.say(t(entry ? 'did.entry-change' : 'did.log'))
    deck.changed()
    return close()
  }

  function view(state) {
    const { contest } = deck
    const { form, problems, uploads, entry } = state
    const input = (name) => (value) => change(state, name, value)
    const known = audiences[contest.visibility] ?? []
    const needsPhoto = contest.proof === 'required'
    const photos = contest.proof === 'none' ? null : html`<div class="form">${form.kept.length ? html`<ul class="uploads">${keyed(form.kept, ({ photoID }) => photoID, (kept) => html`<li>
        <img src=${pictureOf(kept.photo.url)} alt=${t('log.photo')} width="104" height="104">${button({
          text: t('do.remove'), click: () => change(state, 'kept', form.kept.filter((one) => one !== kept))
        })}</li>`)}</ul>` : null}${uploader(uploads, { hint: t(`submit.proof-${contest.proof}`) })}${
        errorLine(problems.photos)}</div>`
    const isAtField = Object.values(problems).some(Boolean)
    return html`<form class="form" novalidate @submit=${() => submit(state)}>
      <h2 id="dialog-title">${t(entry ? 'act.entry-change' : 'act.log')}</h2>
      ${needsPhoto ? photos : null}
      ${counts(contest) ? amountField({
        id: 'amount', stride: 1, label: t('log.amount'), value: form.amount, error: problems.amount,
        hint: [t('rule.unit', { unit: `\u2068${contest.unit}\u2069` }), contest.wholeNumbers && t('rule.whole')].filter(Boolean).join(' '), input: input('amount')
      }) : null}
      ${!entry && last !== null && last !== undefined ? html`<div>${button({
        text: t('log.last', { amount: amountText(last) }), click: () => change(state, 'amount', typedAmount(last))
      })}</div>` : null}
      ${entry ? null : choice({
        name: 'when', legend: t('log.when'), value: form.when, options: optionsOf('log.', ['now', 'earlier']), pick: input('when')
      })}
      ${!entry && form.when === 'earlier' ? textField({
        id: 'at', label: t('log.at'), type: 'datetime-local', value: form.at, error: problems.at, hint: t('log.at-hint'), input: input('at')
      }) : errorLine(problems.at)}
      ${textField({ id: 'entry-note', label: t('submit.note'), rows: 2, maxLength: 2000, value: form.note, error: problems.note, input: input('note') })}
      ${needsPhoto ? null : photos}
      ${known.length ? choice({
        name: 'audience', legend: t('log.audience'), value: form.audience, options: optionsOf('audience.', known), pick: input('audience'),
        hint: t(`audience.${form.audience}.what`)
      }) : html`<p class="hint">${t('audience.participants.what')}</p>`}
      ${errorLine(problems.audience)}
      ${isAtField ? null : problemBanner(write.problem)}
      ${button({ text: t(entry ? 'do.save' : 'act.log'), isMain: true, isSubmit: true, isBusy: write.busy === 'log' })}</form>`
  }

  return {
    add: () => sheet(() => view(fresh)),
    change(entry) {
      const form = { ...blank(), amount: typedAmount(entry.amount), note: entry.note, audience: entry.audience, kept: entry.photos }
      const state = { entry, form, uploads: new Uploads(context.update), problems: {} }
      sheet(() => view(state))
    },
    remember(amount) {
      last ??= amount
    }
  }
}
