// New dare: what, who, until when and with what proof, on one page. With `definition` in the
// address, a workout is sent: what it is stands already.

import {
  api, button, choice, day, drafts, errorLine, fieldText, firstNameOf, go, html, listText, live, localText,
  minute, momentText, nameOf, newID, note, now, optionsOf, problemBanner, session, stateOf, store, t,
  textField, writing
} from '../base.js'
import { showProblem } from '../dialogs.js'
import { friendPicker } from '../pickers.js'

const most = 100

function blank() {
  return { id: newID(), name: '', description: '', people: [], until: 'days', own: '', proof: 'optional' }
}

export function open(context) {
  const definition = context.query.get('definition')
  const copied = context.query.get('copy')
  const draft = definition ? `workout-to-${definition}` : copied ? `again-${copied}` : 'dare'
  const stands = definition ?? copied
  const fields = { ...blank(), ...(stands && { proof: null }), ...drafts.read(session.user.id, draft) }
  const write = writing(context)
  const content = definition ? live(context, `definition:${definition}`, api.getDefinition, { id: definition })
    : copied ? live(context, `challenge:${copied}`, api.getChallenge, { id: copied }, keepCopied) : null
  const kind = () => (definition ? 'workout' : content?.value?.kind ?? 'dare')
  const picker = friendPicker(context, { picked: () => fields.people, pick, none: 'dare.no-friends' })
  let problems = {}
  let isKept = true
  let hasCopied = false
  const checked = new Map()
  const first = context.query.get('to')
  if (first && !fields.people.includes(first)) fields.people.push(first)
  if (copied && content.value) copyPeople(content.value)
  checkPeople()

  function keepCopied(challenge) {
    store.put(`challenge:${copied}`, challenge)
    copyPeople(challenge)
  }

  /// Whom it went to the first time is who gets it again, until others are chosen.
  function copyPeople(challenge) {
    if (hasCopied || fields.people.length) return
    hasCopied = true
    const people = challenge.assignments.map(({ recipient }) => recipient).filter(({ placeholder }) => !placeholder)
    for (const person of people) store.put(`person:${person.id}`, person)
    fields.people = people.map(({ id }) => id)
    if (challenge.kind === 'workout' && fields.until === 'none') fields.until = 'days'
    checkPeople()
  }

  function change(name, value) {
    fields[name] = value
    problems[name] = null
    isKept = drafts.write(session.user.id, draft, fields)
    context.update()
  }

  function deadline() {
    const date = new Date(now())
    date.setSeconds(0, 0)
    if (fields.until === 'none') return null
    if (fields.until === 'own') return fields.own ? new Date(fields.own) : null
    date.setHours(23, 59)
    if (fields.until === 'tonight') return date
    return new Date(date.getTime() + (fields.until === 'days' ? 3 : 7) * day)
  }

  const proof = () => fields.proof ?? content?.value?.proof ?? 'optional'

  /// Who takes no challenges, and with whom there are no points, is said before sending.
  async function checkPeople() {
    const people = fields.people.filter((id) => !checked.has(id))
    if (!people.length) return
    try {
      const { items } = await api.checkChallenge({ body: { recipients: people, kind: kind() }, signal: context.signal })
      for (const item of items) checked.set(item.user, item)
      context.update()
    } catch {
      // Sending says it.
    }
  }

  function pick(id, isPicked) {
    const people = fields.people.filter((one) => one !== id)
    if (isPicked) people.push(id)
    change('people', people)
    checkPeople()
  }

  function check() {
    problems = {}
    const ends = deadline()
    if (!stands && !fields.name.trim()) problems.name = t('challenges.name_invalid')
    if (!fields.people.length) problems.people = t('dare.choose')
    if (fields.people.length > most) problems.people = t('challenges.recipients_invalid')
    const isNear = ends && ends.getTime() < now() + 5 * minute
    if (isNear || (fields.until === 'own' && (!ends || Number.isNaN(ends.getTime())))) {
      problems.own = t('challenges.deadline_invalid')
    }
    return Object.values(problems).every((problem) => !problem)
  }

  async function submit() {
    if (write.busy || (stands && !content.value)) return
    if (!check()) return showProblem(context)
    const body = {
      id: fields.id, kind: kind(), recipients: fields.people,
      ...(definition ? { definition } : copied ? { copyOf: copied } : { name: fields.name.trim(), description: fields.description }),
      deadline: deadline()?.toISOString().replace(/\.\d+Z/, 'Z') ?? null, proof: proof()
    }
    const challenge = await write.run('send', body, (key) => api.createChallenge({ body, key }))
    if (challenge) {
      drafts.remove(session.user.id, draft)
      store.put(`challenge:${challenge.id}`, challenge)
      store.expire('list:')
      note(t(kind() === 'workout' ? 'workout.sent' : 'dare.sent', { n: challenge.assignments.length }))
      const [only, ...others] = challenge.assignments
      return go(others.length ? `/sent/${challenge.id}` : `/assignments/${only.id}`, { replaces: true })
    }
    const { problem } = write
    for (const name of ['name', 'description']) problems[name] = fieldText(problem, `/${name}`)
    problems.own = fieldText(problem, '/deadline')
    const person = problem?.fields.find(({ pointer }) => pointer.startsWith('/recipients'))
    if (person) {
      const id = fields.people[Number(person.pointer.split('/')[2])]
      const friend = store.get(`person:${id}`)
      problems.people = (friend ? `${nameOf(friend)}: ` : '') + fieldText(problem, person.pointer)
    }
    return showProblem(context)
  }

  function warnings() {
    const said = fields.people.map((id) => [store.get(`person:${id}`), checked.get(id)]).filter(([person, item]) => person && item)
    const refusing = said.filter(([, item]) => item.may !== 'yes').map(([person]) => nameOf(person))
    const unpaid = said.filter(([, item]) => item.may === 'yes' && !item.isPaid).map(([person]) => nameOf(person))
    return html`${refusing.length ? html`<p class="error">${t('dare.refusing', { names: listText(refusing), n: refusing.length })}</p>` : null}
      ${unpaid.length ? html`<p class="hint">${t('dare.unpaid', { names: listText(unpaid) })}</p>` : null}`
  }

  function ownText() {
    return html`<div class="form">
      ${textField({
        id: 'name', label: t('field.name'), value: fields.name, maxLength: 80, error: problems.name, hint: t('dare.name-hint'),
        input: (value) => change('name', value)
      })}
      ${textField({
        id: 'description', label: t('field.description'), value: fields.description, maxLength: 2000, rows: 3,
        error: problems.description, input: (value) => change('description', value)
      })}</div>`
  }

  function standing(one) {
    return html`<div class="form"><p><a href=${definition ? `/definitions/${one.id}` : `/sent/${one.id}`}><strong>${one.name}</strong></a></p>${
      copied && one.description ? html`<p class="prose">${one.description}</p>` : null}</div>`
  }

  /// "Bo and 2 others have until Friday 18:00."
  function preview() {
    const [one, ...others] = fields.people.map((id) => store.get(`person:${id}`)).filter(Boolean)
    if (!one) return null
    const ends = deadline()
    const who = others.length === 1 ? listText([firstNameOf(one), firstNameOf(others[0])])
      : others.length ? t('dare.and-others', { name: firstNameOf(one), n: others.length }) : firstNameOf(one)
    const isDated = ends && !Number.isNaN(ends.getTime())
    return html`<p>${t(isDated ? 'dare.preview' : 'dare.preview-open', {
      who, n: others.length + 1, when: isDated ? momentText(ends) : ''
    })}</p>`
  }

  function view() {
    const untils = ['none', 'tonight', 'days', 'week', 'own'].slice(kind() === 'workout' ? 1 : 0).map((key) => [key, t(`until.${key}`)])
    const isAtField = Object.values(problems).some(Boolean)
    return html`<form class="form" novalidate @submit=${submit}>
        ${stands ? stateOf(content, standing, { bones: 1 }) : ownText()}
        <fieldset class="choice"><legend>${t('friends.title')}</legend>
          ${picker.view()}
          ${errorLine(problems.people)}${warnings()}
        </fieldset>
        ${choice({
          name: 'until', legend: t('field.deadline'), value: fields.until, options: untils, pick: (key) => change('until', key),
          hint: fields.until === 'none' ? t('dare.none-hint') : null
        })}
        ${fields.until === 'own' ? textField({
          id: 'own', label: t('field.own-deadline'), type: 'datetime-local', value: fields.own, error: problems.own,
          min: localText(now()), input: (value) => change('own', value)
        }) : errorLine(problems.own)}
        ${choice({
          name: 'proof', legend: t('field.proof'), value: proof(),
          options: optionsOf('proof.', ['optional', 'required', 'none']), pick: (key) => change('proof', key)
        })}
        ${preview()}
        ${isKept ? null : html`<p class="hint">${t('draft.not-kept')}</p>`}
        ${isAtField ? null : problemBanner(write.problem)}
        ${button({ text: t(kind() === 'workout' ? 'workout.send' : 'dare.send'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}
      </form>`
  }
  const title = () => t(definition ? 'workout.send' : copied ? 'dare.again' : 'new.dare')
  return { title, view }
}
