// New goal: from a preset, a workout or the person's own words.

import { amountText, readAmount, readUnit, unitText } from '../amounts.js'
import {
  api, button, choice, drafts, fieldText, go, html, live, localText, newID, note, now, optionsOf,
  problemBanner, session, stateOf, store, t, textField, writing
} from '../base.js'
import { showProblem } from '../dialogs.js'
import { weekdays } from '../pickers.js'
import { presetLinks } from './new.js'

const metrics = { steps: 'steps', distance: 'm', energy: 'kcal', exercise: 's' }

export function open(context) {
  const from = context.query.get('from')
  const draft = `goal-${from ?? ''}`
  const write = writing(context)
  const fields = {
    id: newID(), name: '', description: null, counts: 'target', target: '', unit: '', metric: 'none', isWhole: false,
    recurrence: 'once', windowDays: '', rest: [], lastDay: '', visibility: 'private', ...drafts.read(session.user.id, draft)
  }
  const base = from && live(context, `definition:${from}`, api.getDefinition, { id: from })
  const presets = from ? () => null : presetLinks(context)
  let problems = {}

  function change(name, value) {
    fields[name] = value
    problems[name] = null
    drafts.write(session.user.id, draft, fields)
    context.update()
  }

  /// The target as the API takes it; of a preset as it is, unless another one was typed.
  function target() {
    if (from ? !fields.target : fields.counts === 'mark') return {}
    return readAmount(fields.target, { isWhole: from ? base.value.wholeNumbers : fields.isWhole, none: 'challenges.goal_not_a_number' })
  }

  function check() {
    problems = {}
    if (!from && !fields.name.trim()) problems.name = t('challenges.name_invalid')
    const { problem } = target()
    if (problem) problems.target = t(problem)
    if (!from && fields.counts === 'target' && !fields.unit.trim()) problems.unit = t('challenges.unit_missing')
    const days = Number(fields.windowDays || 1)
    if (!Number.isInteger(days) || days < 1 || days > 366) problems.windowDays = t('challenges.window_invalid')
    return Object.keys(problems).length === 0
  }

  function body() {
    const { amount } = target()
    const isMeasured = base ? base.value.metric : fields.counts === 'metric'
    const recurs = { recurrence: fields.recurrence, visibility: fields.visibility }
    if (fields.recurrence === 'daily') recurs.restWeekdays = fields.rest
    if (fields.lastDay) recurs.lastDay = fields.lastDay
    if (isMeasured && fields.recurrence === 'once' && Number(fields.windowDays) > 1) recurs.windowDays = Number(fields.windowDays)
    if (amount !== undefined) recurs.target = amount
    if (from) return { id: fields.id, definition: from, ...recurs }
    const own = { id: fields.id, name: fields.name.trim(), description: fields.description ?? '', ...recurs }
    if (fields.counts === 'metric') return { ...own, metric: fields.metric, unit: metrics[fields.metric] }
    return fields.counts === 'mark' ? own : { ...own, unit: readUnit(fields.unit), wholeNumbers: fields.isWhole }
  }

  async function submit() {
    if (write.busy || (base && !base.value)) return
    if (!check()) return showProblem(context)
    const sent = body()
    const goal = await write.run('create', sent, (key) => api.createGoal({ body: sent, key }))
    if (goal) {
      drafts.remove(session.user.id, draft)
      store.put(`goal:${goal.id}`, goal)
      store.expire('list:')
      note(t('goal.created'))
      return go(`/goals/${goal.id}`, { replaces: true })
    }
    for (const name of ['name', 'description', 'target', 'unit', 'lastDay', 'windowDays', 'restWeekdays']) {
      problems[name] = fieldText(write.problem, `/${name}`)
    }
    return showProblem(context)
  }

  function text(name, label, more) {
    return textField({ id: name, label, value: fields[name] ?? '', error: problems[name], input: (value) => change(name, value), ...more })
  }

  function counted(isMetric, unit) {
    return text('target', t(unit ? 'goal.target-in' : 'goal.target', { unit: unitText(unit ?? '') }), {
      mode: 'decimal', hint: isMetric ? t('goal.metric-hint') : null
    })
  }

  function own() {
    const isMetric = fields.counts === 'metric'
    return html`<div class="form">
      ${text('name', t('field.name'), { maxLength: 80, hint: t('goal.name-hint') })}
      ${text('description', t('field.description'), { maxLength: 2000, rows: 2 })}
      ${choice({
        name: 'counts', legend: t('goal.counts'), value: fields.counts,
        options: optionsOf('counts.', ['target', 'metric', 'mark']),
        pick: (key) => { if (key === 'metric' && fields.metric === 'none') fields.metric = 'steps'; change('counts', key) }
      })}
      ${isMetric ? choice({
        name: 'metric', legend: t('goal.metric'), value: fields.metric, pick: (key) => change('metric', key),
        options: optionsOf('metric.', Object.keys(metrics))
      }) : null}
      ${fields.counts === 'mark' ? null : counted(isMetric, isMetric ? metrics[fields.metric] : null)}
      ${fields.counts === 'target' ? html`<div class="form">${text('unit', t('goal.unit'), { maxLength: 40, hint: t('goal.unit-hint') })}
        <label class="check"><input type="checkbox" .checked=${fields.isWhole} @change=${(event) => change('isWhole', event.target.checked)}><span>${
          t('goal.whole')}</span></label></div>` : null}</div>`
  }

  function preset(one) {
    return html`<div class="form"><div><h2>${one.name}</h2>${one.description ? html`<p class="prose">${one.description}</p>` : null}
      ${one.target === undefined ? null : html`<p><strong>${amountText(one.target)} ${unitText(one.unit)}</strong></p>`}</div></div>`
  }

  function more() {
    const isMeasured = base ? base.value?.metric : fields.counts === 'metric'
    return html`<div class="form">
      ${base?.value?.target === undefined ? null : counted(true, base.value.unit)}
      ${choice({
        name: 'recurrence', legend: t('goal.recurrence'), value: fields.recurrence, pick: (key) => change('recurrence', key),
        options: optionsOf('recurrence.', ['once', 'daily', 'weekly', 'monthly'])
      })}
      ${fields.recurrence === 'daily' ? weekdays({
        legend: t('goal.rest'), value: fields.rest, most: 6, error: problems.restWeekdays, pick: (days) => change('rest', days)
      }) : null}
      ${isMeasured && fields.recurrence === 'once' ? text('windowDays', t('goal.window'), { mode: 'numeric', hint: t('goal.window-hint') }) : null}
      ${text('lastDay', t('goal.last-day'), { type: 'date', min: localText(now()).slice(0, 10) })}
      ${choice({
        name: 'visibility', legend: t('goal.visibility'), value: fields.visibility, pick: (key) => change('visibility', key),
        options: optionsOf('visibility.', ['private', 'friends']), hint: isMeasured ? t('goal.visibility-hint') : null
      })}</div>`
  }

  function view() {
    const isAtField = Object.values(problems).some(Boolean)
    const create = () => button({ text: t('goal.create'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })
    return html`${presets()}
      <form class="form" novalidate @submit=${submit}>
        ${from ? stateOf(base, preset, { bones: 2 }) : own()}
        ${from ? create() : null}
        ${from ? html`<details ?open=${isAtField}><summary>${t('goal.more')}</summary>${more()}</details>` : more()}
        ${isAtField ? null : problemBanner(write.problem)}
        ${from ? null : create()}
      </form>`
  }
  return { title: () => t('goal.new'), view }
}
