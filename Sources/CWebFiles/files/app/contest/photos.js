// The photos of a contest: those of entries and completions, and those that participants add.

import { api } from '../api.js'
import { confirmed } from '../dialogs.js'
import { Uploads, uploader } from '../media.js'
import { button, choice, empty, stateOf } from '../parts.js'
import { photoGrid } from '../photos.js'
import { session } from '../session.js'
import { liveList } from '../store.js'
import { html } from '../template.js'
import { nameOf, t } from '../text.js'
import { dayText } from '../time.js'

const audiences = { friends: ['participants', 'friends'], public: ['participants', 'friends', 'public'] }

export function photosTab(deck) {
  const { context, id, write } = deck
  const part = liveList(context, `list:photos-${id}`, 'shot', async ({ signal, cursor }) => {
    const page = await api.listPhotos({ id, signal, query: { limit: 30, cursor } })
    return { ...page, items: page.items.map((one) => ({ ...one, id: one.photoID })) }
  })
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
        name: 'photo-audience', legend: t('log.audience'), value: audience, options: known.map((key) => [key, t(`audience.${key}`)]),
        pick: (key) => { audience = key; context.update() }, hint: t(`audience.${audience}.what`)
      }) : html`<p class="hint">${t('audience.participants.what')}</p>`}
      ${problem ? html`<p class="error" role="alert">${problem}</p>` : null}
      ${button({ text: t('photos.add', { n: uploads.items.length }), isMain: true, isBusy: write.busy === 'photos', click: add })}` : null}</div>`
  }

  function list({ cursor }) {
    if (!part.rows.length && !cursor) return empty(t('photos.none'))
    return html`${photoGrid(context, part.rows.map(shotOf), part.again)}${
      cursor ? button({ text: t('do.more'), click: () => part.more(), isBusy: part.isLoading }) : null}`
  }

  return { view: () => html`${adding()}${stateOf(part, list)}` }
}
