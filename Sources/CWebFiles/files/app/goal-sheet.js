// The sheet for an amount of a goal: an entry, or of steps and the like the day's total.

import { amountField, readAmount, typedAmount, unitText } from './amounts.js'
import {
  api, ask, button, choice, close, dayText, drafts, fieldText, html, localDay, localText, newID, noonOf,
  note, now, optionsOf, problemBanner, session, t, textField
} from './base.js'
import { uploader, Uploads } from './photos.js'

/// Asks for an amount until it is kept or the person leaves; what was typed waits for the next time.
/// With an entry, changes or deletes it.
export async function goalSheet(context, write, goal, entry) {
  const draft = `log-${entry?.id ?? goal.id}`
  const fresh = { amount: entry ? typedAmount(entry.amount) : '', note: entry?.note ?? '', when: 'now', own: '', as: 'entry', day: '0' }
  const form = { ...fresh, ...drafts.read(session.user.id, draft), id: newID() }
  const uploads = new Uploads(context.update)
  let problem = null
  let zone = null
  write.problem = null
  if (goal.metric && !entry) api.getSettings({ signal: context.signal }).then((settings) => {
    zone = settings.timeZone
    context.update()
  }, () => {})

  const isTotal = () => form.as === 'total'
  const set = (name, value) => {
    form[name] = value
    problem = write.problem = null
    drafts.write(session.user.id, draft, { ...form, as: 'entry' })
    context.update()
  }

  async function send() {
    if (write.busy) return
    const isWhole = goal.wholeNumbers && !isTotal()
    const read = readAmount(form.amount, { isWhole, none: 'amount.zero' })
    problem = read.problem ? t(read.problem) : uploads.hindrance
    context.update()
    if (problem) return document.getElementById('amount').focus()
    const { amount } = read
    const body = isTotal()
      ? { amount, source: 'browser', isManual: true, observedAt: new Date(now()).toISOString() }
      : { amount, note: form.note.trim() || (entry ? null : undefined), ...(uploads.ids.length && { mediaIDs: uploads.ids }) }
    if (!entry && !isTotal()) {
      body.id = form.id
      if (form.when === 'own' && form.own) body.occurredAt = new Date(form.own).toISOString().replace(/\.\d+Z/, 'Z')
    }
    const name = `log-${form.day}-${goal.id}`
    // A total is the same wish until the number changes, whatever the time.
    const answer = await write.run(name, isTotal() ? { amount, id: form.id } : body, (key) => {
      if (isTotal()) return api.putHealthDay({ metric: goal.metric, day: localDay(zone, -Number(form.day)), body, key })
      return entry ? api.changeGoalEntry({ id: goal.id, entry: entry.id, version: entry.version, body, key })
        : api.addGoalEntry({ id: goal.id, body, key })
    })
    if (!answer) return refused()
    done(t('goal.logged'))
  }

  function refused() {
    problem = fieldText(write.problem, '/amount')
    if (problem) write.problem = null
    context.update()
    document.getElementById('amount')?.focus()
  }

  async function remove() {
    const answer = await write.run(`remove-${goal.id}`, entry.id, (key) =>
      api.removeGoalEntry({ id: goal.id, entry: entry.id, version: entry.version, key }))
    if (answer) done(t('goal.entry-gone'))
  }

  function done(said) {
    drafts.remove(session.user.id, draft)
    note(said)
    close(true)
  }

  const stride = Math.max(1, 10 ** (Math.floor(Math.log10(Number(goal.target))) - 1))

  function when() {
    if (entry) return null
    if (isTotal()) {
      const days = ['0', '1', '2'].map((key) => [key, key === '0' ? t('day.today') : key === '1' ? t('day.yesterday')
        : dayText(noonOf(localDay(zone ?? 'UTC', -2)))])
      return choice({ name: 'day', legend: t('goal.day'), value: form.day, options: days, pick: (key) => set('day', key) })
    }
    return html`<div class="form">${choice({
        name: 'when', legend: t('goal.when'), value: form.when,
        options: optionsOf('when.', ['now', 'own']), pick: (key) => set('when', key)
      })}${form.when === 'own' ? textField({
        id: 'moment', label: t('when.moment'), type: 'datetime-local', value: form.own || localText(now()),
        error: fieldText(write.problem, '/occurredAt'), input: (value) => set('own', value)
      }) : null}</div>`
  }

  await ask(() => html`<form class="form" novalidate @submit=${send}>
    <h2 id="dialog-title">${goal.name}</h2>
    ${goal.metric && zone && !entry ? choice({
      name: 'as', legend: t('goal.what'), value: form.as, pick: (key) => set('as', key),
      options: optionsOf('log.', ['entry', 'total'])
    }) : null}
    ${amountField({
      id: 'amount', stride, label: t('goal.amount', { unit: unitText(goal.unit) }), value: form.amount, error: problem,
      input: (value) => set('amount', value)
    })}
    ${when()}
    ${isTotal() ? html`<p class="hint">${t('log.total-hint')}</p>` : html`<div class="form">${textField({
      id: 'log-note', label: t('submit.note'), rows: 2, maxLength: 2000, value: form.note, input: (value) => set('note', value)
    })}${entry ? null : uploader(uploads)}</div>`}
    ${problemBanner(write.problem)}
    <div class="actions">${entry ? button({ text: t('do.delete'), isDanger: true, click: remove }) : null}${
      button({ text: t(entry ? 'do.save' : 'goal.log'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}</div>
  </form>`, context.update)
  write.problem = null
  uploads.clear()
}
