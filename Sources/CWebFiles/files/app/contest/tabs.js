// The tabs of a contest besides its race.

import { amountText } from '../amounts.js'
import {
  api, ask, avatar, button, choice, close, dayText, empty, errorLine, firstNameOf, fullTime, html, keyed,
  listOf, liveList, nameOf, optionsOf, personRow, problemBanner, rowBy, rowByUser, section, session,
  stateOf, store, t, textField
} from '../base.js'
import { codeRow } from '../codes.js'
import { valueText } from '../contests.js'
import { confirmed } from '../dialogs.js'
import { photoGrid, uploader, Uploads } from '../photos.js'

// What counts in a contest, as sentences.

/// The rules as sentences.
function rulesOf(contest) {
  const { aggregation, direction, score, unit, goal, proof, wholeNumbers, sources, capacity } = contest
  return [
    unit || aggregation === 'daysActive' ? t(`rule.${aggregation}`) : t('rule.complete'), unit && t('rule.unit', { unit: `\u2068${unit}\u2069` }),
    score === 'percent' && t('rule.percent'), direction === 'lower' && t('rule.lower'),
    goal !== undefined && t('rule.goal', { value: valueText(contest, goal) }), wholeNumbers && t('rule.whole'),
    proof !== 'optional' && t(`rule.proof-${proof}`), sources === 'device' && t('rule.device'),
    t(`visible.${contest.visibility}.what`), contest.needsApproval && t('rule.approval'),
    contest.membersMayInvite && t('rule.members'), contest.locksLate && t('rule.locks'),
    capacity && capacity < 10_000 && t('rule.capacity', { n: capacity })
  ].filter(Boolean)
}

// About a contest: its text and rules, its times, who is in it, and its codes.

export function aboutTab(deck) {
  const { context, id, write } = deck
  const lists = new Map()

  function people(state) {
    if (!lists.has(state)) {
      lists.set(state, liveList(context, `list:${state}-${id}`, `part-${id}`, api.listParticipants, { state, limit: 50 }, {
        id, rowOf: (one, place) => rowByUser(one, state + place)
      }))
    }
    return lists.get(state)
  }

  /// Asks no longer for a list that the person may no longer see.
  function forget(state) {
    const part = lists.get(state)
    if (!part) return
    context.parts.splice(context.parts.indexOf(part), 1)
    lists.delete(state)
  }

  let codes = null

  function codeList() {
    codes ??= liveList(context, `list:codes-${id}`, 'code', api.listCodes, { limit: 20 }, { id, rowOf: rowBy('code') })
    return codes
  }

  async function act(name, user, send, said) {
    const answer = await write.run(`${name}-${user.id}`, null, (key) => send({ id, user: user.id, key }))
    if (!answer) return
    deck.say(t(said, { name: firstNameOf(user) }))
    deck.changed()
  }

  async function remove({ user, state }) {
    const isInvite = state === 'invited'
    const name = firstNameOf(user)
    const isSure = await confirmed(context, {
      title: t(isInvite ? 'people.uninvite-ask' : 'people.remove-ask', { name }), why: t(isInvite ? 'people.uninvite-why' : 'people.remove-why', { name }),
      act: t(isInvite ? 'people.uninvite' : 'do.remove')
    })
    if (isSure) act('remove', user, api.removeParticipant, isInvite ? 'did.uninvite' : 'did.remove')
  }

  function personView(one) {
    const { contest } = deck
    const { user, state } = one
    const isOwner = contest.actions.includes('change')
    const may = isOwner && !user.placeholder && user.id !== contest.owner.id
    const busy = (name) => write.busy === `${name}-${user.id}`
    const actions = !may ? null : state === 'requested' ? html`${button({
        text: t('people.admit'), label: t('people.admit-name', { name: firstNameOf(user) }), isMain: true, isBusy: busy('admit'),
        click: () => act('admit', user, api.admitParticipant, 'did.admit')
      })}${button({
        text: t('people.refuse'), label: t('people.refuse-name', { name: firstNameOf(user) }), isBusy: busy('refuse'),
        click: () => act('refuse', user, api.refuseParticipant, 'did.refuse')
      })}` : button({
      text: t(state === 'invited' ? 'people.uninvite' : 'do.remove'), label: t('people.remove-name', { name: firstNameOf(user) }),
      isBusy: busy('remove'), click: () => remove(one)
    })
    const secondary = [user.id === contest.owner.id && t('people.owner'), one.completedAt && t('contest.reached')].filter(Boolean).join(' · ')
    return personRow(user, { secondary: secondary || undefined, actions })
  }

  function peopleView(state, title, none) {
    const part = people(state)
    if (part.value && !part.rows.length && !part.value.cursor && !none) return null
    if (part.problem && !part.value && !none) return null
    return section(title, listOf(part, { view: personView, none: empty(none ?? ''), label: title }))
  }

  async function makeCode() {
    if (await write.run('code', null, (key) => api.makeCode({ id, body: {}, key }))) codeList().load()
  }

  async function revoke({ code }) {
    const isSure = await confirmed(context, { title: t('code.revoke-ask'), why: t('code.revoke-why'), act: t('code.revoke') })
    if (isSure && await write.run(`code-${code}`, null, (key) => api.revokeCode({ code, key }))) codeList().load()
  }

  function codeView(one) {
    return codeRow(one, {
      said: nameOf(one.madeBy), actions: button({ text: t('code.revoke'), isBusy: write.busy === `code-${one.code}`, click: () => revoke(one) })
    })
  }

  function codesView() {
    return section(t('code.title'), html`<p class="secondary">${t('code.what')}</p>
      ${listOf(codeList(), { view: codeView, none: null, label: t('code.title') })}
      ${button({ text: t('code.make'), isBusy: write.busy === 'code', click: makeCode })}`)
  }

  function likes() {
    const part = liveList(context, `list:likes-${id}`, `like-${id}`, api.listContestLikes, { limit: 50 }, { id, rowOf: rowByUser })
    ask(() => html`<div class="form"><h2 id="dialog-title">${t('contest.likes')}</h2>${
      listOf(part, { view: ({ user }) => personRow(user), none: empty(t('contest.likes-hidden')), label: t('contest.likes') })}</div>`, context.update)
      .then(() => context.parts.splice(context.parts.indexOf(part), 1))
  }

  /// A moment in the contest's zone, and in the person's where that is another one.
  function when(moment) {
    const zone = deck.contest.timeZone
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    return html`${fullTime(moment, zone)} (${zone})${zone === here ? null : html`<br>${t('contest.here', { when: fullTime(moment) })}`}`
  }

  function times({ startsAt, endsAt, endedAt }) {
    const rows = [['contest.start', startsAt], ['contest.end', endsAt], ['contest.ended-early', endedAt]].filter(([, moment]) => moment)
    return html`<dl class="facts">${keyed(rows, ([word]) => word, ([word, moment]) => html`<div><dt>${t(word)}</dt><dd>${when(moment)}</dd></div>`)}</dl>`
  }

  function view() {
    const { contest } = deck
    const seesOthers = contest.actions.includes('invite')
    const isOwner = contest.actions.includes('change')
    const photos = contest.photos.map((photo) => ({ ...photo, alt: t('photo.of', { name: nameOf(contest.author) }) }))
    const isPublished = contest.state !== 'draft'
    const asks = isOwner && (contest.needsApproval || contest.visibility === 'link')
    if (!asks) forget('requested')
    if (!seesOthers) forget('invited')
    return html`<div class="form">
      ${contest.description ? html`<p class="prose">${contest.description}</p>` : null}
      ${photos.length ? photoGrid(context, photos, () => deck.part.load()) : null}
      ${section(t('contest.rules'), html`<ul class="rules">${keyed(rulesOf(contest), (text) => text, (text) => html`<li>${text}</li>`)}</ul>`)}
      ${times(contest)}
      ${isPublished ? html`${asks ? peopleView('requested', t('people.requested')) : null}
        ${peopleView('joined', t('people.joined', { n: contest.joined }), t('people.nobody'))}
        ${seesOthers ? peopleView('invited', t('people.invited')) : null}
        ${contest.likeCount ? html`<div>${button({ text: t('contest.likes'), click: likes })}</div>` : null}
        ${seesOthers ? codesView() : null}` : null}
    </div>`
  }
  return { view }
}

// The log: all entries, newest first; own ones can be changed, those of others queried.

export function logTab(deck) {
  const { context, id, write } = deck
  const part = liveList(context, `list:entries-${id}`, 'entry', api.listEntries, { limit: 30 }, { id })
  const reason = { text: '', problem: null }

  /// A write about an entry; where it has changed meanwhile, its present state is shown.
  async function act(name, entry, body, send, said) {
    const answer = await write.run(`${name}-${entry.id}`, body, (key) => send({ id: entry.id, body, version: entry.version, key }))
    if (answer) {
      if (answer.id) store.put(`entry:${answer.id}`, answer)
      deck.say(t(said))
      deck.changed()
    } else if (write.problem?.current?.id === entry.id) {
      store.put(`entry:${entry.id}`, write.problem.current)
    }
    return answer
  }

  async function remove(entry) {
    const isSure = await confirmed(context, { title: t('log.delete-ask'), why: t('log.delete-why'), act: t('act.delete') })
    if (isSure) act('delete', entry, undefined, api.deleteEntry, 'did.entry-delete')
  }

  /// Asks for the reason of a query.
  function query(entry) {
    const submit = async () => {
      reason.problem = reason.text.trim() ? null : t('judge.reason-needed')
      context.update()
      if (reason.problem) return
      if (!(await act('query', entry, { reason: reason.text.trim() }, api.queryEntry, 'did.query'))) return
      reason.text = ''
      close()
    }
    deck.sheet(() => html`<form class="form" @submit=${submit}><h2 id="dialog-title">${t('query.title')}</h2>
      <p>${t('query.why', { name: firstNameOf(entry.user) })}</p>
      ${textField({
        id: 'reason', label: t('judge.reason'), rows: 2, maxLength: 500, value: reason.text, error: reason.problem,
        input: (value) => { reason.text = value; reason.problem = null; context.update() }
      })}${problemBanner(write.problem)}
      ${button({ text: t('act.query'), isMain: true, isSubmit: true, isBusy: write.busy === `query-${entry.id}` })}</form>`)
  }

  async function decide(entry, removes) {
    const name = removes ? 'remove' : 'keep'
    const isSure = await confirmed(context, {
      title: t(`query.${name}-ask`), why: t(`query.${name}-why`, { name: firstNameOf(entry.user) }), act: t(`query.${name}`)
    })
    if (isSure) act('decide', entry, { removes }, api.decideEntry, 'did.decide')
  }

  function votes(entry) {
    const { query: { myVote } } = entry
    const vote = (removes) => act('vote', entry, { removes }, api.voteOnEntry, 'did.vote')
    const choice = (removes, text) => html`<button type="button" class=${myVote === removes ? 'button is-chosen' : 'button'}
      aria-pressed=${myVote === removes ? 'true' : 'false'} @click=${() => vote(removes)}><span>${t(text)}</span></button>`
    return html`${choice(false, 'vote.keep')}${choice(true, 'vote.remove')}${myVote === undefined ? null : button({
      text: t('vote.withdraw'), click: () => act('unvote', entry, undefined, api.withdrawVote, 'did.unvote')
    })}`
  }

  function queryView(entry) {
    const { query: asked } = entry
    if (!asked) return null
    const isOpen = asked.isRemoved === undefined && entry.state === 'queried'
    return html`<div class="well"><p>${t('query.by', { name: nameOf(asked.by), reason: asked.reason || '–' })}</p>
      <p class="secondary">${isOpen ? t('query.votes', { keep: asked.keep, remove: asked.remove })
        : asked.isRemoved === undefined ? null : t(asked.isRemoved ? 'query.was-removed' : 'query.was-kept')}</p>
      ${isOpen ? html`<p class="secondary">${t('query.how')}</p>` : null}</div>`
  }

  function marks(entry) {
    const { state, source, device, editedAt } = entry
    return [
      state !== 'counted' && t(`entry.${state}`), editedAt && t('entry.edited'),
      source !== 'manual' && (device ? t('entry.by-device', { device }) : t(`entry.${source}`)),
      entry.audience !== 'participants' && t(`audience.${entry.audience}`)
    ].filter(Boolean).map((text) => ` · ${text}`).join('')
  }

  function entryView(entry) {
    const { user, amount, unit, actions } = entry
    const isGone = ['removed', 'deleted'].includes(entry.state)
    const isMine = user.id === session.user.id
    if (isMine && amount !== undefined && !isGone) deck.log.remember(amount)
    const name = nameOf(user)
    const photos = entry.photos.map(({ photo, photoID, taken }) => ({ ...photo, id: photoID, taken, alt: t('photo.by', { name, day: dayText(entry.occurredAt) }) }))
    const can = (action) => actions.includes(action)
    return html`<li class=${isGone ? 'entry is-muted' : 'entry'}>
      <div class="lead">${avatar(user)}<div class="row-text"><span class="row-title">${name}</span><span class="secondary"><g-time
        .as=${'moment'} .moment=${entry.occurredAt}></g-time>${marks(entry)}</span></div>
        ${amount === undefined ? null : html`<strong class="row-number">${amountText(amount)} <span class="unit">${unit}</span></strong>`}</div>
      ${entry.note ? html`<p class="prose">${entry.note}</p>` : null}
      ${photos.length ? photoGrid(context, photos, part.again) : null}
      ${queryView(entry)}
      ${actions.length ? html`<div class="actions">${can('change') ? button({ text: t('act.change'), click: () => deck.log.change(entry) }) : null}${
        can('delete') ? button({ text: t('act.delete'), isBusy: write.busy === `delete-${entry.id}`, click: () => remove(entry) }) : null}${
        can('query') ? button({ text: t('act.query'), click: () => query(entry) }) : null}${
        can('decide') ? html`${button({ text: t('query.keep'), click: () => decide(entry, false) })}${
          button({ text: t('query.remove'), isDanger: true, click: () => decide(entry, true) })}` : null}${
        can('vote') ? votes(entry) : null}</div>` : null}</li>`
  }

  return {
    view: () => listOf(part, { view: entryView, none: empty(t(deck.contest.me?.state === 'joined' ? 'log.none' : 'log.closed')), label: t('tab.log') })
  }
}

// The photos of a contest: those of entries and completions, and those that participants add.

const audiences = { friends: ['participants', 'friends'], public: ['participants', 'friends', 'public'] }

export function photosTab(deck) {
  const { context, id, write } = deck
  const part = liveList(context, `list:photos-${id}`, 'shot', api.listPhotos, { limit: 30 }, { id, rowOf: rowBy('photoID') })
  const uploads = new Uploads(context.update)
  let audience = 'participants'
  let problem = null

  async function add() {
    problem = uploads.hindrance
    context.update()
    if (problem) return
    const body = { mediaIDs: uploads.ids, audience }
    if (!(await write.run('photos', body, (key) => api.addPhotos({ id, body, key })))) return
    uploads.clear()
    deck.say(t('did.photos', { n: body.mediaIDs.length }))
    part.load()
  }

  async function remove(shot) {
    const isSure = await confirmed(context, { title: t('photo.delete-ask'), why: t('photo.delete-why-there'), act: t('act.delete') })
    if (!isSure || !(await write.run(`photo-${shot.id}`, null, (key) => api.removePhoto({ id: shot.id, key })))) return
    part.load()
  }

  function shotOf(shot) {
    const isOwn = shot.user.id === session.user.id && shot.of === 'contest'
    return {
      ...shot.photo, id: shot.id, taken: shot.of === 'challenge' ? null : shot.taken,
      alt: t('photo.by', { name: nameOf(shot.user), day: dayText(shot.addedAt) }),
      foot: isOwn ? button({ text: t('act.delete'), isBusy: write.busy === `photo-${shot.id}`, click: () => remove(shot) }) : null
    }
  }

  function adding() {
    const { contest } = deck
    if (contest.me?.state !== 'joined' || contest.state === 'cancelled') return null
    const known = audiences[contest.visibility] ?? []
    return html`<div class="form">${uploader(uploads)}
      ${uploads.items.length ? html`${known.length ? choice({
        name: 'photo-audience', legend: t('log.audience'), value: audience, options: optionsOf('audience.', known),
        pick: (key) => { audience = key; context.update() }, hint: t(`audience.${audience}.what`)
      }) : html`<p class="hint">${t('audience.participants.what')}</p>`}
      ${errorLine(problem)}
      ${button({ text: t('photos.add', { n: uploads.items.length }), isMain: true, isBusy: write.busy === 'photos', click: add })}` : null}</div>`
  }

  function list({ cursor }) {
    if (!part.rows.length && !cursor) return empty(t('photos.none'))
    return html`${photoGrid(context, part.rows.map(shotOf), part.again)}${
      cursor ? button({ text: t('do.more'), click: () => part.more(), isBusy: part.isLoading }) : null}`
  }

  return { view: () => html`${adding()}${stateOf(part, list)}` }
}
