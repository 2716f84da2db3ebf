// New competition, new open challenge, and changing one: what counts, from when to when, and who.

import { amountField } from '../amount-field.js'
import { api, newID } from '../api.js'
import {
  blank, bodyOf, changesOf, fieldOf, fieldsOf, here, lastDayOf, problemsOf
} from '../contest/fields.js'
import { showProblem } from '../dialogs.js'
import { Uploads, uploader } from '../media.js'
import {
  button, check, choice, errorState, heading, note, problemBanner, skeleton, textField, writing
} from '../parts.js'
import { friendPicker } from '../picker.js'
import { go } from '../router.js'
import { session } from '../session.js'
import { drafts, live, liveList, store } from '../store.js'
import { html, keyed } from '../template.js'
import { fieldText, firstNameOf, nameOf, t } from '../text.js'
import { dayText, localText, now } from '../time.js'

export function open(context) {
  const { id } = context.params
  const source = id ?? context.query.get('copy')
  const isCopy = !id && Boolean(source)
  const kindOf = location.pathname.endsWith('/open') ? 'open' : 'competition'
  const draft = source ? `contest-${source}` : `contest-${kindOf}`
  const write = writing(context)
  const known = source ? live(context, `contest:${source}`, ({ signal, etag }) => api.getContest({ id: source, signal, etag })) : null
  const categories = liveList(context, 'list:categories', 'category', ({ signal, cursor }) =>
    api.listCategories({ signal, query: { limit: 100, cursor } }))
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
  const options = (names, word) => names.map((name) => [name, t(word(name))])
  const error = (text) => (text ? html`<p class="error" role="alert">${text}</p>` : null)

  function when() {
    const isCompetition = fields.kind === 'competition'
    const { hasStarted } = life()
    const last = lastDayOf(fields)
    const lengths = hasStarted ? ['day', 'time'] : ['week', 'month', 'day', 'time']
    return html`${hasStarted ? null : html`${choice({
        name: 'starts', legend: t('contest.start'), value: fields.starts, pick: input('starts'), options: options(['now', 'day', 'time'], (key) => `starts.${key}`)
      })}
      ${fields.starts === 'now' ? error(problems.start) : fields.starts === 'day' ? textField({
        id: 'startsOn', label: t('contest.first-day'), type: 'date', value: fields.startsOn, error: problems.start, hint: t('contest.zone', { zone: here }), input: input('startsOn')
      }) : textField({
        id: 'startsAt', label: t('contest.start-at'), type: 'datetime-local', value: fields.startsAt, min: localText(now()), error: problems.start, input: input('startsAt')
      })}`}
      ${choice({
        name: 'ends', legend: t('contest.end'), value: fields.ends, pick: input('ends'), options: options(isCompetition || (hasStarted && before.ends !== 'none') ? lengths : ['none', ...lengths], (key) => `ends.${key}`),
        hint: last && fields.ends !== 'day' ? t('contest.last-day', { day: dayText(`${last}T12:00`) }) : hasStarted ? t('contest.later-only') : null
      })}
      ${fields.ends === 'day' ? textField({
        id: 'endsOn', label: t('contest.last'), type: 'date', value: fields.endsOn, error: problems.end, hint: t('contest.zone', { zone: here }), input: input('endsOn')
      }) : fields.ends === 'time' ? textField({
        id: 'endsAt', label: t('contest.end-at'), type: 'datetime-local', value: fields.endsAt, min: localText(now()), error: problems.end, input: input('endsAt')
      }) : error(problems.end)}`
  }

  function counting() {
    const { aggregation, score, kind } = fields
    const mayBeLower = ['min', 'latest'].includes(aggregation) && score === 'raw'
    return html`${choice({
        name: 'aggregation', legend: t('contest.counts'), value: aggregation, pick: input('aggregation'), hint: t(`rule.${aggregation}`),
        options: options(['sum', 'max', 'min', 'latest', 'daysActive'], (key) => `counts.${key}`)
      })}
      ${mayBeLower ? choice({ name: 'direction', legend: t('contest.wins'), value: fields.direction, pick: input('direction'), options: options(['higher', 'lower'], (key) => `wins.${key}`) }) : null}
      ${error(problems.direction)}
      ${choice({
        name: 'score', legend: t('contest.score'), value: score, pick: input('score'), options: options(['raw', 'percent'], (key) => `score.${key}`),
        hint: score === 'percent' ? t('rule.percent') : null
      })}
      ${score === 'percent' && kind === 'competition' && fields.authorPlays ? amountField({
        id: 'target', label: t('contest.target', { unit: fields.unit }), value: fields.target, error: problems.target, input: input('target')
      }) : null}
      ${check({ id: 'whole', label: t('contest.whole'), isOn: fields.wholeNumbers, change: input('wholeNumbers') })}
      ${choice({ name: 'proof', legend: t('field.proof'), value: fields.proof, pick: input('proof'), options: options(['optional', 'required', 'none'], (key) => `proof.${key}`) })}`
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
    return html`<form class="form" novalidate @submit=${(event) => { event.preventDefault(); submit(false) }}>
      ${textField({
        id: 'name', label: t('field.name'), value: fields.name, maxLength: 80, error: problems.name, input: input('name'),
        hint: t(`new.${fields.kind}-hint`)
      })}
      ${textField({ id: 'description', label: t('field.description'), value: fields.description, maxLength: 2000, rows: 2, error: problems.description, input: input('description') })}
      ${uploader(uploads, { hint: t('contest.photos') })}${error(problems.photos)}
      ${hasStarted ? null : html`<div class="form">${textField({
          id: 'unit', label: t('contest.unit'), value: fields.unit, maxLength: 40, error: problems.unit, hint: t(fields.kind === 'open' ? 'contest.unit-open' : 'contest.unit-hint'), input: input('unit')
        })}<div class="chips" role="group" aria-label=${t('contest.unit-some')}>${keyed(units, (unit) => unit, (unit) => button({ text: unit, click: () => change('unit', unit) }))}</div></div>
        ${fields.score === 'percent' ? null : amountField({
          id: 'goal', label: t('contest.goal'), value: fields.goal, error: problems.goal, hint: t(fields.kind === 'open' ? 'contest.goal-open' : 'contest.goal-hint'), input: input('goal')
        })}`}
      ${when()}
      ${choice({
        name: 'visibility', legend: t('contest.visibility'), value: fields.visibility, pick: input('visibility'), hint: t(`visible.${fields.visibility}.what`),
        options: options(hasStarted ? narrower : visibilities, (key) => `visible.${key}`)
      })}${error(problems.visibility)}
      ${isInviting ? html`<fieldset class="choice"><legend>${t('friends.title')}</legend>${picker.view()}${error(problems.people)}</fieldset>` : null}
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
    const title = t(id ? 'contest.change' : `new.${fields?.kind ?? kindOf}`)
    if (fields) return html`${heading(title)}${form()}`
    return html`${heading(title)}${known.problem ? errorState(known.problem, () => known.load()) : skeleton(6)}`
  }
  return { title: () => t(id ? 'contest.change' : `new.${kindOf}`), view }
}
