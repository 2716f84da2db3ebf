// A gallery: the own one, with who may see each photo, or what the viewer may see of a person's.

import {
  api, ask, button, choice, close, empty, errorLine, fieldText, has, html, icon, keyed, live, liveList,
  match, monthText, nameOf, note, numberText, optionsOf, problemBanner, rowBy, section, session, setQuery,
  stateOf, store, t, writing
} from '../base.js'
import { confirmed } from '../dialogs.js'
import { galleryPhoto, photoGrid, uploader, Uploads } from '../photos.js'

/// Who may see a photo, from few to many; and where which of them can be chosen, and the photo be
/// removed.
const audiences = ['owner', 'participants', 'friends', 'public']
const choices = {
  entry: audiences.slice(1), completion: audiences.slice(1), contest: audiences, goal: ['owner', 'friends'],
  own: ['owner', 'friends', 'public']
}
const removable = new Set(['contest', 'goal', 'own'])

/// What a photo belongs to: its address here, and how to ask for it.
function placeOf({ of, challengeID, assignmentID }) {
  const place = (kind, id, read) => ({ id, path: `/${kind}s/${id}`, key: `${kind}:${id}`, read })
  if (of === 'attempt') return place('assignment', assignmentID, api.getAssignment)
  if (of === 'goal' || of === 'goalEntry') return place('goal', challengeID, api.getGoal)
  return challengeID ? place('contest', challengeID, api.getContest) : { key: 'own' }
}

export function open(context) {
  const id = context.params.id ?? session.user.id
  const isMine = id === session.user.id
  const person = isMine ? null : live(context, `profile:${id}`, api.getPerson, { id })
  // The photos of one contest, if the address names it.
  const contest = context.query.get('contest')
  const of = contest && live(context, `contest:${contest}`, api.getContest, { id: contest })
  const part = liveList(context, `list:photos-${contest ? `${id}-${contest}` : id}`, 'gallery', api.listPersonPhotos, { limit: 30, contest }, {
    id, rowOf: rowBy('photoID')
  })
  const holdings = isMine ? live(context, 'holdings', api.getHoldings) : null
  const write = writing(context)
  const uploads = new Uploads(context.update)
  const form = { audience: 'owner', problem: null }
  const places = new Map()
  let by = context.query.get('by') === 'challenge' ? 'challenge' : 'month'

  function who({ of, audience }) {
    if (has(`audience.${of}`)) return t(`audience.${of}`)
    const name = of === 'own' || of === 'goal' ? `audience.own-${audience}` : `audience.${audience}.what`
    return has(name) ? t(name) : audience
  }

  function shown(one) {
    const short = isMine && choices[one.of] && `audience.short-${one.audience}`
    const foot = short && has(short) ? html`<p class="caption">${t(short)}</p>` : null
    return { ...one, ...galleryPhoto(one, isMine ? who(one) : undefined), foot }
  }

  /// Who may see it is chosen in a dialog, which says what wider means before it is saved.
  async function widen(one) {
    const state = { audience: one.audience, problem: null }
    const isWider = () => audiences.indexOf(state.audience) > audiences.indexOf(one.audience)
    const save = async () => {
      if (state.audience === one.audience) return close()
      const body = { audience: state.audience }
      const answer = await write.run('audience', { id: one.id, ...body }, (key) => api.changePhoto({ id: one.id, body, key }))
      if (!answer) {
        state.problem = fieldText(write.problem, '/audience') ?? null
        return context.update()
      }
      store.put(`gallery:${one.id}`, { ...store.get(`gallery:${one.id}`), audience: answer.audience })
      note(t('settings.saved'))
      return close()
    }
    await ask(() => html`<form class="form" @submit=${save}><h2 id="dialog-title">${t('photo.this')}</h2>
      ${state.problem ? html`<p class="error" role="alert">${icon('alert')}<span>${state.problem}</span></p>` : problemBanner(write.problem)}
      ${choice({
        name: 'audience', legend: t('photo.who'), value: state.audience, hint: who({ ...one, audience: state.audience }),
        options: optionsOf('audience.short-', choices[one.of]),
        pick: (key) => { state.audience = key; state.problem = null; context.update() }
      })}
      ${isWider() ? html`<p>${t('photo.wider')}</p>` : null}
      <div class="actions">${button({ text: t('do.cancel'), click: () => close() })}${
        button({ text: t(isWider() ? 'photo.widen' : 'photo.keep'), isMain: true, isSubmit: true, isBusy: write.busy === 'audience' })}</div></form>`, context.update)
    write.problem = null
  }

  async function remove(one) {
    const isSure = await confirmed(context, {
      title: t('photo.delete-ask'), why: t(one.of === 'own' ? 'photo.delete-why' : 'photo.delete-why-there'), act: t('photo.delete')
    })
    if (!isSure || !(await write.run('delete', one.id, (key) => api.removePhoto({ id: one.id, key })))) return
    store.drop(`gallery:${one.id}`)
    holdings.load()
    note(t('photo.deleted'))
  }

  function tools(one) {
    return html`${problemBanner(write.problem)}${choices[one.of] ? button({ text: t('photo.who'), click: () => widen(one) }) : null}${
      removable.has(one.of) ? button({ text: t('photo.delete'), isDanger: true, isBusy: write.busy === 'delete', click: () => remove(one) }) : null}`
  }

  async function add() {
    form.problem = uploads.hindrance
    context.update()
    if (form.problem || !uploads.ids.length) return
    const body = { mediaIDs: uploads.ids, audience: form.audience }
    if (!(await write.run('add', body, (key) => api.addOwnPhotos({ body, key })))) return
    uploads.clear()
    note(t('gallery.added', { n: body.mediaIDs.length }))
    part.load()
    holdings.load()
  }

  function adding() {
    const hasSome = uploads.items.length > 0
    return html`<form class=${hasSome ? 'well' : 'form'} @submit=${add}>${uploader(uploads)}
      ${hasSome ? html`<div class="form">${choice({
        name: 'audience', legend: t('photo.who'), value: form.audience, hint: t(`audience.own-${form.audience}`),
        options: optionsOf('audience.short-', choices.own), pick: (key) => { form.audience = key; context.update() }
      })}${errorLine(form.problem)}${
        write.problem ? problemBanner(write.problem) : null}${
        button({ text: t('gallery.add'), isMain: true, isSubmit: true, isBusy: write.busy === 'add' })}</div>` : null}</form>`
  }

  /// The photos by month, or by what they belong to, whose name is asked for once.
  function groups() {
    const found = new Map()
    for (const one of part.rows) {
      const place = placeOf(one)
      const key = by === 'month' ? monthText(one.addedAt) : place.key
      if (by !== 'month' && place.read && !places.has(key)) {
        places.set(key, live(context, key, place.read, { id: place.id }))
      }
      found.set(key, { place, photos: [...(found.get(key)?.photos ?? []), one] })
    }
    return [...found]
  }

  function title(key, { place, photos }) {
    if (by === 'month') return key
    if (!place.path) return t('gallery.own')
    const known = places.get(key)?.value
    const name = known?.name ?? known?.challenge?.name ?? t(has(`gallery.${photos[0].of}`) ? `gallery.${photos[0].of}` : 'gallery.other')
    if (!known || match(place.path).screen === 'not-found') return name
    const isContest = place.key.startsWith('contest:') && !contest
    return html`<a href=${place.path}>${name}</a>${isContest ? html` <a class="secondary" href=${`${location.pathname}?contest=${known.id}`}
      aria-label=${t('gallery.only-of', { name: `\u2068${name}\u2069` })}>${t('gallery.only')}</a>` : null}`
  }

  function list({ cursor }) {
    if (!part.rows.length && !cursor) return empty(t(isMine ? 'gallery.empty' : 'gallery.none'))
    const shownOf = ({ photos }) => () => part.rows.map(shown).filter((one) => photos.some(({ id: known }) => known === one.id))
    return html`<div class="form">${keyed(groups(), ([key]) => key, ([key, group]) => section(
      title(key, group), photoGrid(context, shownOf(group), part.again, isMine ? tools : null)))}${
      cursor ? button({ text: t('do.more'), click: () => part.more(), isBusy: part.isLoading }) : null}</div>`
  }

  const heard = () => (person?.value ? t('gallery.of', { name: nameOf(person.value) }) : t('nav.gallery'))
  return {
    title: heard,
    view: () => html`${isMine && !contest ? adding() : null}
      ${contest ? html`<p>${of.value ? html`<a href=${`/contests/${contest}`}>${of.value.name}</a>${' · '}` : null}<a href=${location.pathname}>${t('gallery.all')}</a></p>` : null}
      ${part.rows?.length && !contest ? choice({
        name: 'by', legend: t('gallery.by'), value: by, options: optionsOf('gallery.by-', ['month', 'challenge']),
        pick: (key) => { by = key; setQuery({ by: key === 'month' ? null : key }); context.update() }
      }) : null}
      ${stateOf(part, list)}
      ${holdings?.value ? html`<p class="secondary">${t('gallery.holdings', { n: holdings.value.pictures, of: numberText(holdings.value.picturesMax) })}</p>` : null}`
  }
}
