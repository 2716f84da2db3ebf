// About a contest: its text and rules, its times, who is in it, and its codes.

import { api } from '../api.js'
import { codeRow } from '../codes.js'
import { confirmed } from '../dialogs.js'
import { button, empty, listOf, personRow } from '../parts.js'
import { photoGrid } from '../photos.js'
import { ask } from '../router.js'
import { liveList } from '../store.js'
import { html, keyed } from '../template.js'
import { firstNameOf, nameOf, t } from '../text.js'
import { fullTime } from '../time.js'
import { rulesOf } from './rules.js'

export function aboutTab(deck) {
  const { context, id, write } = deck
  const lists = new Map()

  function people(state) {
    if (!lists.has(state)) {
      lists.set(state, liveList(context, `list:${state}-${id}`, `part-${id}`, async ({ signal, cursor }) => {
        const page = await api.listParticipants({ id, signal, query: { state, limit: 50, cursor } })
        return { ...page, items: page.items.map((one, index) => ({ ...one, id: one.user.placeholder ? `${state}-${cursor}-${index}` : one.user.id })) }
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
    codes ??= liveList(context, `list:codes-${id}`, 'code', async ({ signal, cursor }) => {
      const page = await api.listCodes({ id, signal, query: { limit: 20, cursor } })
      return { ...page, items: page.items.map((one) => ({ ...one, id: one.code })) }
    })
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
    if (isSure) act('remove', user, (args) => api.removeParticipant(args), isInvite ? 'did.uninvite' : 'did.remove')
  }

  function personView(one) {
    const { contest } = deck
    const { user, state } = one
    const isOwner = contest.actions.includes('change')
    const may = isOwner && !user.placeholder && user.id !== contest.owner.id
    const busy = (name) => write.busy === `${name}-${user.id}`
    const actions = !may ? null : state === 'requested' ? html`${button({
        text: t('people.admit'), label: t('people.admit-name', { name: firstNameOf(user) }), isMain: true, isBusy: busy('admit'),
        click: () => act('admit', user, (args) => api.admitParticipant(args), 'did.admit')
      })}${button({
        text: t('people.refuse'), label: t('people.refuse-name', { name: firstNameOf(user) }), isBusy: busy('refuse'),
        click: () => act('refuse', user, (args) => api.refuseParticipant(args), 'did.refuse')
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
    return html`<section class="section"><h2>${title}</h2>${listOf(part, { view: personView, none: empty(none ?? ''), label: title })}</section>`
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
    return html`<section class="section"><h2>${t('code.title')}</h2><p class="secondary">${t('code.what')}</p>
      ${listOf(codeList(), { view: codeView, none: null, label: t('code.title') })}
      ${button({ text: t('code.make'), isBusy: write.busy === 'code', click: makeCode })}</section>`
  }

  function likes() {
    const part = liveList(context, `list:likes-${id}`, `like-${id}`, async ({ signal, cursor }) => {
      const page = await api.listContestLikes({ id, signal, query: { limit: 50, cursor } })
      return { ...page, items: page.items.map((one, index) => ({ ...one, id: one.user.placeholder ? `${cursor}-${index}` : one.user.id })) }
    })
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
      <section class="section"><h2>${t('contest.rules')}</h2><ul class="rules">${keyed(rulesOf(contest), (text) => text, (text) => html`<li>${text}</li>`)}</ul></section>
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
