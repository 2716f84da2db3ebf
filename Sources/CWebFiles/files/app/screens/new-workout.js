// New workout, or a change of one: what to do, how it is timed, and who may see it.

import { amountText, categoryText, readAmount, readUnit, unitText } from '../amounts.js'
import {
  api, button, choice, drafts, errorLine, fieldText, go, html, live, liveList, nameOf, newID, note,
  optionsOf, problemBanner, session, stateOf, store, t, textField, writing
} from '../base.js'
import { showProblem } from '../dialogs.js'
import { photoGrid, photosBy, uploader, Uploads } from '../photos.js'

const names = ['name', 'caption', 'description', 'category', 'target', 'unit', 'targetSeconds', 'timer', 'mediaIDs']

export function open(context) {
  const changed = context.query.get('change')
  const draft = `workout-${changed ?? ''}`
  const write = writing(context)
  const uploads = new Uploads(context.update)
  const categories = liveList(context, 'list:categories', 'category', api.listCategories, { limit: 100 })
  const base = changed && live(context, `definition:${changed}`, api.getDefinition, { id: changed })
  let fields = changed ? null : { ...blank(), ...drafts.read(session.user.id, draft) }
  let problems = {}

  function blank() {
    return {
      id: newID(), name: '', caption: '', description: '', category: '', target: '', unit: '', minutes: '', timer: 'stopwatch',
      proof: 'optional', visibility: 'public'
    }
  }

  /// The fields of the workout that is changed, once it is known.
  function begin() {
    const { value } = base
    fields ??= value && {
      ...blank(), ...value, target: value.target === undefined ? '' : amountText(value.target), unit: unitText(value.unit ?? ''),
      minutes: value.targetSeconds ? amountText(value.targetSeconds / 60) : '', ...drafts.read(session.user.id, draft)
    }
  }

  function change(name, value) {
    fields[name] = value
    problems[name] = null
    drafts.write(session.user.id, draft, fields)
    context.update()
  }

  async function submit() {
    if (write.busy) return
    const category = fields.category || categories.rows?.[0]?.id
    const target = fields.target ? readAmount(fields.target, { none: 'challenges.goal_not_a_number' }) : {}
    const minutes = fields.minutes ? readAmount(fields.minutes, { none: 'challenges.goal_not_a_number' }) : {}
    problems = {}
    if (!fields.name.trim()) problems.name = t('challenges.name_invalid')
    if (target.problem) problems.target = t(target.problem)
    if (minutes.problem) problems.minutes = t(minutes.problem)
    if (fields.timer === 'countdown' && !fields.minutes) problems.minutes = t('challenges.timer_needs_time')
    problems.photos = uploads.hindrance
    if (Object.values(problems).some(Boolean)) return showProblem(context)
    const body = {
      name: fields.name.trim(), caption: fields.caption, description: fields.description, category, timer: fields.timer,
      proof: fields.proof, visibility: fields.visibility
    }
    if (fields.target) Object.assign(body, { target: target.amount, unit: readUnit(fields.unit) })
    if (fields.minutes) body.targetSeconds = Math.max(1, Math.round(Number(minutes.amount) * 60))
    const kept = base?.value?.photos.map((one) => one.id) ?? []
    if (uploads.ids.length) body.mediaIDs = [...kept, ...uploads.ids]
    const one = await write.run('save', { id: fields.id, ...body }, (key) => (changed
      ? api.changeDefinition({ id: changed, version: base.value.version, body, key })
      : api.createDefinition({ body: { id: fields.id, ...body }, key })))
    if (one) {
      drafts.remove(session.user.id, draft)
      store.put(`definition:${one.id}`, one)
      store.expire('list:')
      note(t(changed ? 'settings.saved' : 'workout.created'))
      return go(`/definitions/${one.id}`, { replaces: true })
    }
    if (write.problem?.current?.timer) store.put(`definition:${changed}`, write.problem.current)
    for (const name of names) problems[name] = fieldText(write.problem, `/${name}`)
    problems.minutes = problems.targetSeconds ?? problems.timer
    problems.photos = problems.mediaIDs
    return showProblem(context)
  }

  function text(name, label, more) {
    return textField({ id: name, label, value: fields[name], error: problems[name], input: (value) => change(name, value), ...more })
  }

  function form() {
    const isAtField = Object.values(problems).some(Boolean)
    return html`<form class="form" novalidate @submit=${submit}>
      ${stateOf(categories, () => choice({
        name: 'category', legend: t('workout.category'), value: fields.category || categories.rows[0]?.id,
        options: categories.rows.map((one) => [one.id, categoryText(one)]), pick: (key) => change('category', key)
      }), { bones: 1 })}
      ${text('name', t('field.name'), { maxLength: 80, hint: t('workout.name-hint') })}
      ${text('caption', t('workout.caption'), { maxLength: 200 })}
      ${text('description', t('field.description'), { maxLength: 2000, rows: 3 })}
      ${base?.value?.photos.length ? photoGrid(context, photosBy(nameOf(session.user), base.value.photos), () => base.load()) : null}
      ${uploader(uploads)}
      ${errorLine(problems.photos)}
      ${text('minutes', t('workout.minutes'), { mode: 'decimal' })}
      ${choice({
        name: 'timer', legend: t('timer.word'), value: fields.timer, pick: (key) => change('timer', key),
        options: optionsOf('timer.', ['stopwatch', 'countdown', 'clock', 'none'])
      })}
      ${text('target', t('workout.target'), { mode: 'decimal' })}
      ${fields.target ? text('unit', t('goal.unit'), { maxLength: 40, hint: t('goal.unit-hint') }) : null}
      ${choice({
        name: 'proof', legend: t('field.proof'), value: fields.proof, pick: (key) => change('proof', key),
        options: optionsOf('proof.', ['optional', 'required', 'none'])
      })}
      ${choice({
        name: 'visibility', legend: t('goal.visibility'), value: fields.visibility, pick: (key) => change('visibility', key),
        options: optionsOf('visibility.', ['public', 'friends', 'private'])
      })}
      ${isAtField ? null : problemBanner(write.problem)}
      ${button({ text: t(changed ? 'do.save' : 'workout.create'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
    </form>`
  }

  const title = () => t(changed ? 'workout.change' : 'workout.new')
  return {
    title,
    view() {
      if (base) begin()
      return fields ? form() : stateOf(base, form)
    }
  }
}
