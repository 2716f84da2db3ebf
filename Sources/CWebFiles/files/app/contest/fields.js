// The fields of a competition or open challenge: what a form begins with, what it sends, and what is
// wrong before sending.

import { checkAmount, readAmount, typedAmount } from '../amounts.js'
import { newID } from '../api.js'
import { t } from '../text.js'
import { day, localText, minute, now } from '../time.js'

export const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/// A day as a field of the browser writes it.
export function dayOf(instant) {
  return localText(instant).slice(0, 10)
}

function later(text, days) {
  return new Date(Date.parse(`${text}T00:00Z`) + days * day).toISOString().slice(0, 10)
}

export function blank(kind) {
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
export function fieldsOf(contest, { isCopy = false } = {}) {
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
export function lastDayOf({ starts, startsOn, startsAt, ends, endsOn }) {
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
export function bodyOf(fields) {
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
export function changesOf(fields, before, { hasStarted, isDraft }) {
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
export function problemsOf(fields, { hasStarted, isDraft }) {
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
export function fieldOf(pointer) {
  const name = pointer.split('/')[1]
  return { startsAt: 'start', startsOn: 'start', endsAt: 'end', endsOn: 'end', timeZone: 'start', invitees: 'people', mediaIDs: 'photos' }[name] ?? name
}
