// The log: all entries, newest first; own ones can be changed, those of others queried.

import { amountText } from '../amounts.js'
import { api } from '../api.js'
import { confirmed } from '../dialogs.js'
import { avatar, button, empty, listOf, problemBanner, textField } from '../parts.js'
import { photoGrid } from '../photos.js'
import { close } from '../router.js'
import { session } from '../session.js'
import { liveList, store } from '../store.js'
import { html } from '../template.js'
import { firstNameOf, nameOf, t } from '../text.js'
import { dayText } from '../time.js'

export function logTab(deck) {
  const { context, id, write } = deck
  const part = liveList(context, `list:entries-${id}`, 'entry', ({ signal, cursor }) =>
    api.listEntries({ id, signal, query: { limit: 30, cursor } }))
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
    if (isSure) act('delete', entry, undefined, (args) => api.deleteEntry(args), 'did.entry-delete')
  }

  /// Asks for the reason of a query.
  function query(entry) {
    const submit = async (event) => {
      event.preventDefault()
      reason.problem = reason.text.trim() ? null : t('judge.reason-needed')
      context.update()
      if (reason.problem) return
      if (!(await act('query', entry, { reason: reason.text.trim() }, (args) => api.queryEntry(args), 'did.query'))) return
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
    if (isSure) act('decide', entry, { removes }, (args) => api.decideEntry(args), 'did.decide')
  }

  function votes(entry) {
    const { query: { myVote } } = entry
    const vote = (removes) => act('vote', entry, { removes }, (args) => api.voteOnEntry(args), 'did.vote')
    const choice = (removes, text) => html`<button type="button" class=${myVote === removes ? 'button is-chosen' : 'button'}
      aria-pressed=${myVote === removes ? 'true' : 'false'} @click=${() => vote(removes)}><span>${t(text)}</span></button>`
    return html`${choice(false, 'vote.keep')}${choice(true, 'vote.remove')}${myVote === undefined ? null : button({
      text: t('vote.withdraw'), click: () => act('unvote', entry, undefined, (args) => api.withdrawVote(args), 'did.unvote')
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
