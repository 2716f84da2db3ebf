// A person: who they are, what they are to the viewer, and what both can do about it.

import {
  api, avatar, button, firstNameOf, go, has, heading, html, linkButton, linkList, live, liveList, nameOf,
  note, points, problemBanner, rowBy, rows, session, stateOf, store, t, writing
} from '../base.js'
import { confirmed } from '../dialogs.js'
import { medalRow } from '../medals.js'
import { galleryPhoto, photoGrid } from '../photos.js'

export function open(context) {
  const { id } = context.params
  if (id === session.user.id) go('/me', { replaces: true })
  const write = writing(context)
  const part = live(context, `profile:${id}`, api.getPerson, { id })

  const photos = liveList(context, `list:photos-${id}`, 'gallery', api.listPersonPhotos, { limit: 30 }, { id, rowOf: rowBy('photoID') })
  let medals = null

  async function act(name, send, said) {
    if (!(await write.run(name, null, send))) return
    note(said)
    store.expire('list:')
    store.expire('counts')
    part.load()
  }

  async function remove(person) {
    const name = firstNameOf(person)
    const isSure = await confirmed(context, {
      title: t('friends.remove-ask', { name }), why: t('friends.remove-why', { name }), act: t('friends.remove')
    })
    if (isSure) act('remove', (key) => api.removeFriend({ id, key }), t('friends.removed', { name }))
  }

  function actions(person) {
    const busy = (name) => write.busy === name
    const request = person.friendRequestID
    const name = firstNameOf(person)
    const shown = {
      friends: () => html`${linkButton(`/new/dare?to=${id}`, t('friends.dare'), { isMain: true })}${
        button({ text: t('friends.remove'), click: () => remove(person), isBusy: busy('remove') })}`,
      requestReceived: () => html`${button({
        text: t('act.accept'), isMain: true, isBusy: busy('accept'),
        click: () => act('accept', (key) => api.acceptFriendRequest({ id: request, key }), t('friends.accepted', { name }))
      })}${button({
        text: t('do.decline'), isBusy: busy('decline'),
        click: () => act('decline', (key) => api.declineFriendRequest({ id: request, key }), t('friends.declined'))
      })}`,
      requestSent: () => button({
        text: t('friends.withdraw'), isBusy: busy('withdraw'),
        click: () => act('withdraw', (key) => api.withdrawFriendRequest({ id: request, key }), t('friends.withdrawn'))
      }),
      none: () => button({
        text: t('friends.ask'), isMain: true, isBusy: busy('ask'),
        click: () => act('ask', (key) => api.sendFriendRequest({ body: { to: id }, key }), t('friends.asked', { name }))
      })
    }[person.relationship]
    return shown ? html`<div class="actions">${shown()}</div>` : null
  }

  function header(person) {
    const known = person && `relation.${person.relationship}`
    const relation = known && has(known) ? ` · ${t(known)}` : ''
    return html`<div class="lead">${person ? avatar(person, 72) : null}<div>${heading(person ? nameOf(person) : t('person.word'))}${
      person ? html`<p class="secondary">${person.displayName ? `\u2068${person.displayName}\u2069 · ` : ''}@${person.username}${relation}</p>` : null}</div></div>`
  }

  /// The newest medals and photos that the viewer may see, with the way to the rest.
  function more(person) {
    const isFriend = person.relationship === 'friends'
    if (isFriend) {
      medals ??= liveList(context, `list:medals-${id}`, 'medal', api.listMedals, { limit: 30 }, { id })
    }
    const won = (isFriend && medals.rows) || []
    const pictures = photos.rows ?? []
    const head = (word, href) => html`<div class="section-head"><h2>${t(word)}</h2><a class="whole-line" href=${href} aria-label=${t('person.all', { what: t(word) })}>${t('do.all')}</a></div>`
    return html`${won.length ? html`<section class="section">${head('nav.medals', `/people/${id}/medals`)}${rows(won.slice(0, 3), medalRow)}</section>` : null}
      ${pictures.length ? html`<section class="section">${head('person.photos', `/people/${id}/photos`)}${photoGrid(
        context, () => (photos.rows ?? []).slice(0, 6).map((one) => galleryPhoto(one)), photos.again)}</section>` : null}
      ${linkList([[`/people/${id}/contests`, 'trophy', t('contests.title')], [`/people/${id}/lists`, 'check', t('lists.theirs')]])}`
  }

  function shown(person) {
    return html`<div class="form">
      ${person.bio ? html`<p class="prose">${person.bio}</p>` : null}
      ${person.relationship === 'friends' ? html`<dl class="figures"><div><dt>${t('points.word', { n: person.points ?? 2 })}</dt><dd>${points(person.points)}</dd></div></dl>` : null}
      ${problemBanner(write.problem)}
      ${actions(person)}
      ${more(person)}
    </div>`
  }

  return {
    title: () => (part.value ? nameOf(part.value) : t('person.word')),
    headline: () => null,
    view: () => html`${header(part.value)}${stateOf(part, shown, { bones: 3 })}`
  }
}
