// The log sheet: how much, when, with what note and photos, and who may see it.

import { amountField } from '../amount-field.js'
import { amountText, checkAmount, typedAmount } from '../amounts.js'
import { api, newID } from '../api.js'
import { showProblem } from '../dialogs.js'
import { Uploads, uploader } from '../media.js'
import { button, choice, pictureOf, problemBanner, textField } from '../parts.js'
import { close } from '../router.js'
import { session } from '../session.js'
import { drafts, store } from '../store.js'
import { html, keyed } from '../template.js'
import { fieldText, t } from '../text.js'
import { hour, localText, minute, now } from '../time.js'

const back = 48 * hour

/// Who may see an entry besides the participants, by the contest's visibility.
const audiences = { friends: ['participants', 'friends'], public: ['participants', 'friends', 'public'] }

/// Sheets for a new entry and for changing one; `sheet(view)` shows a dialog.
export function logSheet(deck, sheet) {
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
        problems.photos ? html`<p class="error" role="alert">${problems.photos}</p>` : null}</div>`
    const isAtField = Object.values(problems).some(Boolean)
    return html`<form class="form" novalidate @submit=${(event) => { event.preventDefault(); submit(state) }}>
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
        name: 'when', legend: t('log.when'), value: form.when, options: ['now', 'earlier'].map((key) => [key, t(`log.${key}`)]), pick: input('when')
      })}
      ${!entry && form.when === 'earlier' ? textField({
        id: 'at', label: t('log.at'), type: 'datetime-local', value: form.at, error: problems.at, hint: t('log.at-hint'), input: input('at')
      }) : problems.at ? html`<p class="error" role="alert">${problems.at}</p>` : null}
      ${textField({ id: 'entry-note', label: t('submit.note'), rows: 2, maxLength: 2000, value: form.note, error: problems.note, input: input('note') })}
      ${needsPhoto ? null : photos}
      ${known.length ? choice({
        name: 'audience', legend: t('log.audience'), value: form.audience, options: known.map((key) => [key, t(`audience.${key}`)]), pick: input('audience'),
        hint: t(`audience.${form.audience}.what`)
      }) : html`<p class="hint">${t('audience.participants.what')}</p>`}
      ${problems.audience ? html`<p class="error" role="alert">${problems.audience}</p>` : null}
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
