// New competition, new open challenge, and changing one: what counts, from when to when, and who.

import { amountField, checkAmount, readAmount, typedAmount } from '../amounts.js'
import {
  api, button, check, choice, day, dayText, drafts, errorLine, errorState, fieldText, firstNameOf, go, html,
  keyed, live, liveList, localText, minute, nameOf, newID, note, now, optionsOf, problemBanner, session,
  skeleton, store, t, textField, writing
} from '../base.js'
import { showProblem } from '../dialogs.js'
import { uploader, Uploads } from '../photos.js'
import { friendPicker } from '../pickers.js'

// The fields of a competition or open challenge: what a form begins with, what it sends, and what
// is wrong before sending.

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/// A day as a field of the browser writes it.
function dayOf(instant) {
  return localText(instant).slice(0, 10)
}

function later(text, days) {
  return new Date(Date.parse(`${text}T00:00Z`) + days * day).toISOString().slice(0, 10)
}

function blank(kind) {
  return {
    id: newID(), kind, name: '', description: '', category: '', unit: '', goal: '', starts: 'now', startsOn: '', startsAt: '',
    ends: kind === 'open' ? 'none' : 'week', endsOn: '', endsAt: '', visibility: kind === 'open' ? 'public' : 'private', people: [],
    aggregation: 'sum', direction: 'higher', score: 'raw', target: '', wholeNumbers: false, proof: 'optional', capacity: '',
    needsApproval: false, membersMayInvite: false, locksLate: false, authorPlays: true
  }
}

const taken = [
  'kind', 'name', 'description', 'visibility', 'aggregation', 'direction', 'score', 'wholeNumbers', 'proof', 'needsApproval',
  'membersMayInvite', 'locksLate'
]

/// What a form shows of a contest that is changed or, without its times, copied.
function fieldsOf(contest, { isCopy = false } = {}) {
  const fields = blank(contest.kind)
  for (const name of taken) fields[name] = contest[name]
  Object.assign(fields, {
    category: contest.category ?? '', unit: contest.unit ?? '', goal: typedAmount(contest.goal),
    target: typedAmount(contest.me?.target), capacity: contest.capacity && contest.capacity < 10_000 ? String(contest.capacity) : ''
  })
  if (isCopy) return fields
  const { startsAt, endsAt, wholeDays } = contest
  const isHere = contest.timeZone === here
  const byDay = wholeDays && isHere
  if (startsAt) Object.assign(fields, { starts: byDay ? 'day' : 'time', startsOn: dayOf(startsAt), startsAt: localText(startsAt) })
  fields.ends = endsAt ? (byDay ? 'day' : 'time') : 'none'
  if (endsAt) Object.assign(fields, { endsOn: dayOf(new Date(endsAt).getTime() - minute), endsAt: localText(endsAt) })
  return fields
}

/// The last day that the chosen length comes to.
function lastDayOf({ starts, startsOn, startsAt, ends, endsOn }) {
  if (ends === 'day') return endsOn
  const length = { week: 7, month: 30 }[ends]
  if (!length) return null
  const first = starts === 'day' ? startsOn : starts === 'time' && startsAt ? startsAt.slice(0, 10) : dayOf(now())
  return first ? later(first, starts === 'day' ? length - 1 : length) : null
}

function instantOf(text) {
  const moment = new Date(text)
  return text && !Number.isNaN(moment.getTime()) ? moment.toISOString().replace(/\.\d+Z/, 'Z') : null
}

/// The body that creates the contest, without the fields that were left empty.
function bodyOf(fields) {
  const { goal, target, capacity, score, direction, aggregation, starts, ends } = fields
  const amount = (text) => readAmount(text).amount
  const isLowest = ['min', 'latest'].includes(aggregation) && score === 'raw'
  const body = { id: fields.id, description: fields.description.trim(), category: fields.category, unit: fields.unit.trim(), timeZone: here }
  for (const name of taken) body[name] ??= fields[name]
  body.name = fields.name.trim()
  body.direction = isLowest ? direction : 'higher'
  body.invitees = fields.people
  if (fields.kind === 'competition') body.authorPlays = fields.authorPlays
  if (score === 'percent') {
    if (target.trim() && fields.authorPlays) body.target = amount(target)
  } else if (goal.trim()) {
    body.goal = amount(goal)
  }
  if (capacity.trim()) body.capacity = Number(capacity)
  if (starts === 'day') body.startsOn = fields.startsOn
  if (starts === 'time') body.startsAt = instantOf(fields.startsAt)
  const last = lastDayOf(fields)
  if (last) body.endsOn = last
  else if (ends === 'time') body.endsAt = instantOf(fields.endsAt)
  if (!body.unit) delete body.unit
  if (!body.category) delete body.category
  return body
}

/// What can still be changed once the contest has started.
const lasting = new Set([
  'name', 'description', 'category', 'visibility', 'needsApproval', 'membersMayInvite', 'locksLate', 'capacity', 'endsOn', 'endsAt'
])

/// The body that changes a contest: what differs from what the form began with.
function changesOf(fields, before, { hasStarted, isDraft }) {
  const old = bodyOf(before)
  const changes = {}
  for (const [name, value] of Object.entries(bodyOf(fields))) {
    if (name === 'id' || name === 'kind' || (hasStarted && !lasting.has(name))) continue
    if (['invitees', 'authorPlays'].includes(name) && !isDraft) continue
    if (JSON.stringify(value) !== JSON.stringify(old[name])) changes[name] = value
  }
  if (!fields.unit.trim() && before.unit && !hasStarted) changes.unit = null
  if (!fields.category && before.category) changes.category = null
  if (changes.endsOn || changes.startsOn) changes.timeZone = here
  return changes
}

/// The sentence for each field that is wrong before sending.
function problemsOf(fields, { hasStarted, isDraft }) {
  const { unit, goal, score, target, capacity, starts, ends, kind } = fields
  const problems = {}
  const isWhole = fields.wholeNumbers
  if (!fields.name.trim()) problems.name = t('challenges.name_invalid')
  const isCounted = kind === 'competition' || goal.trim() || score === 'percent'
  if (!hasStarted) {
    if (isCounted && !unit.trim() && fields.aggregation !== 'daysActive' && !isDraft) problems.unit = t('challenges.unit_missing')
    if (score === 'raw' && goal.trim()) problems.goal = checkAmount(goal, { isWhole }).problem
    const needsTarget = score === 'percent' && kind === 'competition' && fields.authorPlays && !isDraft
    if (score === 'percent' && (needsTarget || target.trim())) problems.target = checkAmount(target, { isWhole }).problem
    if (starts === 'day' && !(fields.startsOn >= dayOf(now()))) problems.start = t('challenges.start_invalid')
    if (starts === 'time' && !instantOf(fields.startsAt)) problems.start = t('challenges.start_invalid')
  }
  const begin = starts === 'day' ? Date.parse(`${fields.startsOn}T00:00`) : starts === 'time' ? Date.parse(fields.startsAt) : now()
  const end = ends === 'time' ? Date.parse(fields.endsAt) : ends === 'day' ? Date.parse(`${fields.endsOn}T00:00`) + day : Infinity
  if (!(end > Math.max(begin, now()))) problems.end = t('challenges.end_invalid')
  if (capacity.trim() && !(/^\d+$/.test(capacity.trim()) && capacity >= 2 && capacity <= 10_000)) problems.capacity = t('challenges.capacity_invalid')
  for (const name of Object.keys(problems)) if (!problems[name]) delete problems[name]
  return problems
}

/// The field of the form that a pointer of a refusal names.
function fieldOf(pointer) {
  const name = pointer.split('/')[1]
  return { startsAt: 'start', startsOn: 'start', endsAt: 'end', endsOn: 'end', timeZone: 'start', invitees: 'people', mediaIDs: 'photos' }[name] ?? name
}

export function open(context) {
  const { id } = context.params
  const source = id ?? context.query.get('copy')
  const isCopy = !id && Boolean(source)
  const kindOf = location.pathname.endsWith('/open') ? 'open' : 'competition'
  const draft = source ? `contest-${source}` : `contest-${kindOf}`
  const write = writing(context)
  const known = source ? live(context, `contest:${source}`, api.getContest, { id: source }) : null
  const categories = liveList(context, 'list:categories', 'category', api.listCategories, { limit: 100 })
  const picker = friendPicker(context, { picked: () => fields.people, pick })
  const uploads = new Uploads(context.update)
  let problems = {}
  let isKept = true
  let isAsDraft = false
  let before = null
  let fields = source ? null : { ...blank(kindOf), ...drafts.read(session.user.id, draft) }

  const to = context.query.get('to')
  if (to && fields && !fields.people.includes(to)) fields.people.push(to)

  const life = () => ({
    hasStarted: Boolean(id) && !['draft', 'scheduled'].includes(known.value?.state),
    isDraft: id ? known.value?.state === 'draft' : isAsDraft
  })

  /// The form of a known contest begins once that is there.
  function begin() {
    if (fields || !known?.value) return
    before = fieldsOf(known.value, { isCopy })
    fields = { ...before, ...drafts.read(session.user.id, draft) }
  }

  function change(name, value) {
    fields[name] = value
    const field = fieldOf(`/${name}`)
    for (const one of [field, { starts: 'start', ends: 'end' }[name]]) if (one) problems[one] = null
    isKept = drafts.write(session.user.id, draft, fields)
    context.update()
  }

  function pick(person, isPicked) {
    change('people', [...fields.people.filter((one) => one !== person), ...(isPicked ? [person] : [])])
  }

  function send(key) {
    if (id) {
      const body = changesOf(fields, before, life())
      if (uploads.ids.length) body.mediaIDs = [...known.value.photos.map((photo) => photo.id), ...uploads.ids]
      return api.changeContest({ id, body, version: known.value.version, key })
    }
    const body = bodyOf(fields)
    if (isAsDraft) body.draft = true
    if (uploads.ids.length) body.mediaIDs = uploads.ids
    if (isCopy) {
      body.copyOf = source
      if (!fields.people.length) delete body.invitees
    }
    return api.createContest({ body, key })
  }

  async function submit(asDraft) {
    if (write.busy) return
    isAsDraft = asDraft
    write.problem = null
    problems = problemsOf(fields, life())
    if (uploads.hindrance) problems.photos = uploads.hindrance
    if (Object.keys(problems).length) return showProblem(context)
    const intent = [id ? changesOf(fields, before, life()) : { ...bodyOf(fields), asDraft }, uploads.ids]
    const contest = await write.run('send', intent, send)
    if (contest) {
      drafts.remove(session.user.id, draft)
      store.put(`contest:${contest.id}`, contest)
      store.expire('list:')
      note(t(id ? 'contest.changed' : contest.state === 'draft' ? 'contest.drafted' : 'contest.made'))
      return go(`/contests/${contest.id}`, { replaces: true })
    }
    const { problem } = write
    if (problem?.current) {
      // What was not typed here becomes what it is now.
      const fresh = fieldsOf(problem.current)
      for (const name of Object.keys(fresh)) if (fields[name] === before[name]) fields[name] = fresh[name]
      store.put(`contest:${source}`, problem.current)
      before = fresh
    }
    if (problem?.code === 'challenges.id_taken') fields.id = newID()
    for (const { pointer } of problem?.fields ?? []) {
      const person = pointer.startsWith('/invitees/') ? store.get(`person:${fields.people[Number(pointer.split('/')[2])]}`) : null
      problems[fieldOf(pointer)] = (person ? `${nameOf(person)}: ` : '') + fieldText(problem, pointer)
    }
    return showProblem(context)
  }

  const input = (name) => (value) => change(name, value)
  const error = (text) => (errorLine(text))

  function when() {
    const isCompetition = fields.kind === 'competition'
    const { hasStarted } = life()
    const last = lastDayOf(fields)
    const lengths = hasStarted ? ['day', 'time'] : ['week', 'month', 'day', 'time']
    return html`${hasStarted ? null : html`${choice({
        name: 'starts', legend: t('contest.start'), value: fields.starts, pick: input('starts'), options: optionsOf('starts.', ['now', 'day', 'time'])
      })}
      ${fields.starts === 'now' ? errorLine(problems.start) : fields.starts === 'day' ? textField({
        id: 'startsOn', label: t('contest.first-day'), type: 'date', value: fields.startsOn, error: problems.start, hint: t('contest.zone', { zone: here }), input: input('startsOn')
      }) : textField({
        id: 'startsAt', label: t('contest.start-at'), type: 'datetime-local', value: fields.startsAt, min: localText(now()), error: problems.start, input: input('startsAt')
      })}`}
      ${choice({
        name: 'ends', legend: t('contest.end'), value: fields.ends, pick: input('ends'),
        options: optionsOf('ends.', isCompetition || (hasStarted && before.ends !== 'none') ? lengths : ['none', ...lengths]),
        hint: last && fields.ends !== 'day' ? t('contest.last-day', { day: dayText(`${last}T12:00`) }) : hasStarted ? t('contest.later-only') : null
      })}
      ${fields.ends === 'day' ? textField({
        id: 'endsOn', label: t('contest.last'), type: 'date', value: fields.endsOn, error: problems.end, hint: t('contest.zone', { zone: here }), input: input('endsOn')
      }) : fields.ends === 'time' ? textField({
        id: 'endsAt', label: t('contest.end-at'), type: 'datetime-local', value: fields.endsAt, min: localText(now()), error: problems.end, input: input('endsAt')
      }) : errorLine(problems.end)}`
  }

  function counting() {
    const { aggregation, score, kind } = fields
    const mayBeLower = ['min', 'latest'].includes(aggregation) && score === 'raw'
    return html`${choice({
        name: 'aggregation', legend: t('contest.counts'), value: aggregation, pick: input('aggregation'), hint: t(`rule.${aggregation}`),
        options: optionsOf('counts.', ['sum', 'max', 'min', 'latest', 'daysActive'])
      })}
      ${mayBeLower ? choice({ name: 'direction', legend: t('contest.wins'), value: fields.direction, pick: input('direction'), options: optionsOf('wins.', ['higher', 'lower']) }) : null}
      ${errorLine(problems.direction)}
      ${choice({
        name: 'score', legend: t('contest.score'), value: score, pick: input('score'), options: optionsOf('score.', ['raw', 'percent']),
        hint: score === 'percent' ? t('rule.percent') : null
      })}
      ${score === 'percent' && kind === 'competition' && fields.authorPlays ? amountField({
        id: 'target', label: t('contest.target', { unit: fields.unit }), value: fields.target, error: problems.target, input: input('target')
      }) : null}
      ${check({ id: 'whole', label: t('contest.whole'), isOn: fields.wholeNumbers, change: input('wholeNumbers') })}
      ${choice({ name: 'proof', legend: t('field.proof'), value: fields.proof, pick: input('proof'), options: optionsOf('proof.', ['optional', 'required', 'none']) })}`
  }

  function more() {
    const { hasStarted, isDraft } = life()
    const kinds = categories.rows ?? []
    const canPlay = fields.kind === 'competition' && (!id || isDraft)
    const boxes = ['needsApproval', 'membersMayInvite', 'locksLate', ...(canPlay ? ['authorPlays'] : [])]
    return html`<details class="fold"><summary>${t('contest.more')}</summary><div class="form">
      ${hasStarted ? null : counting()}
      ${kinds.length ? choice({
        name: 'category', legend: t('contest.category'), value: fields.category, pick: input('category'), options: [['', t('category.none')], ...kinds.map((one) => [one.id, one.name])]
      }) : null}
      ${textField({ id: 'capacity', label: t('contest.capacity'), mode: 'numeric', maxLength: 5, value: fields.capacity, error: problems.capacity, hint: t('contest.capacity-hint'), input: input('capacity') })}
      ${keyed(boxes, (name) => name, (name) => html`<div>${check({ id: name, label: t(`contest.${name}`), isOn: fields[name], change: input(name) })}</div>`)}
    </div></details>`
  }

  /// Who learns of it, before it is sent.
  function preview() {
    const [one, ...others] = fields.people.map((person) => store.get(`person:${person}`)).filter(Boolean)
    if (!one) return isCopy ? html`<p>${t('contest.all-again')}</p>` : null
    const who = others.length ? t('dare.and-others', { name: firstNameOf(one), n: others.length }) : firstNameOf(one)
    return html`<p>${t('contest.preview', { who, n: others.length + 1 })}</p>`
  }

  const visibilities = ['private', 'friends', 'link', 'public']

  function form() {
    const { hasStarted, isDraft } = life()
    const isInviting = !id || isDraft
    const narrower = visibilities.slice(0, visibilities.indexOf(before?.visibility ?? 'public') + 1)
    const isAtField = Object.values(problems).some(Boolean)
    const units = t('unit.examples').split(', ')
    return html`<form class="form" novalidate @submit=${() => submit(false)}>
      ${textField({
        id: 'name', label: t('field.name'), value: fields.name, maxLength: 80, error: problems.name, input: input('name'),
        hint: t(`new.${fields.kind}-hint`)
      })}
      ${textField({ id: 'description', label: t('field.description'), value: fields.description, maxLength: 2000, rows: 2, error: problems.description, input: input('description') })}
      ${uploader(uploads, { hint: t('contest.photos') })}${errorLine(problems.photos)}
      ${hasStarted ? null : html`<div class="form">${textField({
          id: 'unit', label: t('contest.unit'), value: fields.unit, maxLength: 40, error: problems.unit, hint: t(fields.kind === 'open' ? 'contest.unit-open' : 'contest.unit-hint'), input: input('unit')
        })}<div class="chips" role="group" aria-label=${t('contest.unit-some')}>${keyed(units, (unit) => unit, (unit) => button({ text: unit, click: () => change('unit', unit) }))}</div></div>
        ${fields.score === 'percent' ? null : amountField({
          id: 'goal', label: t('contest.goal'), value: fields.goal, error: problems.goal, hint: t(fields.kind === 'open' ? 'contest.goal-open' : 'contest.goal-hint'), input: input('goal')
        })}`}
      ${when()}
      ${choice({
        name: 'visibility', legend: t('contest.visibility'), value: fields.visibility, pick: input('visibility'), hint: t(`visible.${fields.visibility}.what`),
        options: optionsOf('visible.', hasStarted ? narrower : visibilities)
      })}${errorLine(problems.visibility)}
      ${isInviting ? html`<fieldset class="choice"><legend>${t('friends.title')}</legend>${picker.view()}${errorLine(problems.people)}</fieldset>` : null}
      ${more()}
      ${hasStarted ? null : html`<p class="hint">${t('contest.fixed')}</p>`}
      ${isInviting ? preview() : html`<p class="hint">${t('contest.change-what')}</p>`}
      ${isKept ? null : html`<p class="hint">${t('draft.not-kept')}</p>`}
      ${isAtField ? null : problemBanner(write.problem)}
      ${button({ text: t(id ? 'do.save' : `new.${fields.kind}-do`), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) && !isAsDraft })}
      ${id ? null : button({ text: t('contest.as-draft'), isBusy: Boolean(write.busy) && isAsDraft, click: () => submit(true) })}
    </form>`
  }

  function view() {
    begin()
    if (fields) return form()
    return known.problem ? errorState(known.problem, () => known.load()) : skeleton(6)
  }
  return { title: () => t(id ? 'contest.change' : `new.${fields?.kind ?? kindOf}`), view }
}
