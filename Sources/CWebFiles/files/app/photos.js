// Photos of a screen: a grid, one at a time over the whole window, and adding more.

import { newID } from './api.js'
import { Uploads, uploader } from './media.js'
import { button, icon, note, pictureOf } from './parts.js'
import { ask, close } from './router.js'
import { html, keyed } from './template.js'
import { nameOf, t } from './text.js'
import { dayText } from './time.js'

/// Photos of a person for a grid; `when` is the moment they were added.
export function photosBy(name, photos, when) {
  const alt = when ? t('photo.by', { name, day: dayText(when) }) : t('photo.of', { name })
  return photos.map((photo) => ({ ...photo, alt }))
}

/// A row of a gallery as a photo of a grid.
export function galleryPhoto({ id, photo, user, taken, addedAt, of }, caption = dayText(addedAt)) {
  const isKnown = of !== 'own' && taken !== 'unknown'
  return { ...photo, id, alt: t('photo.by', { name: nameOf(user), day: dayText(addedAt) }), taken: isKnown ? taken : null, caption }
}

// When a photo last asked for its address again: an expired one does, but not for ever.
const asked = new Map()

function renew({ id }, again) {
  if (performance.now() - (asked.get(id) ?? -Infinity) < 60_000) return
  asked.set(id, performance.now())
  again?.()
}

function picture(photo, alt, again, click) {
  return html`<img src=${pictureOf(photo.url)} alt=${alt} width=${photo.width} height=${photo.height} loading="lazy"
    @error=${() => renew(photo, again)} @click=${click}>`
}

function arrow(picture, label, click) {
  return html`<button type="button" class="button" aria-label=${label} @click=${click}>${picture}</button>`
}

/// A grid of `{ id, url, width, height, alt, taken, caption, foot }`, or of what a function answers
/// for now. `again` asks for addresses that have expired; `tools(photo)` is shown below an open one.
export function photoGrid(context, photos, again, tools) {
  const known = () => (typeof photos === 'function' ? photos() : photos)
  const shown = known()
  return html`<ul class=${shown.length === 1 ? 'photos is-single' : 'photos'}>${keyed(shown, (photo) => photo.id, (photo) => html`<li>
    <button type="button" aria-label=${t('photo.open', { alt: photo.alt })} @click=${() => look(context, known, photo.id, again, tools)}>${
      picture(photo, '', again)}</button>
    ${photo.taken ? html`<p class="caption">${t(`taken.${photo.taken}`)}</p>` : null}${photo.foot ?? null}</li>`)}</ul>`
}

/// Shows one photo, and the others by the arrows. One that is gone makes room for the next.
function look(context, known, first, again, tools) {
  let id = first
  let at = 0
  let isLarge = false
  const turn = (by) => {
    const photos = known()
    id = photos[(at + by + photos.length) % photos.length].id
    isLarge = false
    context.update()
  }
  const keys = ({ key: pressed, target }) => {
    if (target.matches('input')) return
    if (pressed === 'ArrowLeft' && !isLarge) turn(-1)
    if (pressed === 'ArrowRight' && !isLarge) turn(1)
  }
  const zoom = () => {
    isLarge = !isLarge
    context.update()
  }
  return ask(() => {
    const photos = known()
    const found = photos.findIndex((photo) => photo.id === id)
    at = found < 0 ? Math.min(at, photos.length - 1) : found
    const photo = photos[at]
    if (!photo) {
      Promise.resolve().then(() => close())
      return null
    }
    id = photo.id
    return html`<div class=${isLarge ? 'viewer is-large' : 'viewer'} tabindex="-1" autofocus @keydown=${keys}>
      <div class="stage" tabindex=${isLarge ? '0' : null} role=${isLarge ? 'group' : null} aria-label=${isLarge ? photo.alt : null}>${
        picture(photo, photo.alt, again, zoom)}</div>
      <div class="viewer-foot"><div class="viewer-line">${photos.length > 1 ? arrow(icon('left'), t('photo.before'), () => turn(-1)) : null}
        <div><p id="photo-title">${t('photo.position', { n: at + 1, of: photos.length })}</p>${
          photo.caption ? html`<p class="secondary">${photo.caption}</p>` : null}${
          photo.taken ? html`<p class="secondary">${t(`taken.${photo.taken}`)}</p>` : null}</div>
        ${photos.length > 1 ? arrow(icon('right'), t('photo.after'), () => turn(1)) : null}</div>
        <div class="actions">${button({ text: t(isLarge ? 'photo.smaller' : 'photo.larger'), click: zoom })}<a class="button"
          href=${pictureOf(photo.url)} download=${`photo-${photo.id}`}><span>${t('photo.save')}</span></a>${tools?.(photo)}</div></div></div>`
  }, context.update, 'photo-title')
}

/// Chooses photos and adds them once all are there. `add(ids, key)` writes.
export function photoAdder(context, write, add) {
  const name = `photos-${newID()}`
  let isAdding = false
  const uploads = new Uploads(() => {
    context.update()
    finish()
  })

  async function finish() {
    const { ids } = uploads
    if (isAdding || !ids.length || uploads.isWaiting) return
    isAdding = true
    const done = await write.run(name, ids, (key) => add(ids, key))
    isAdding = false
    if (!done) return
    for (const item of uploads.items.filter(({ id }) => ids.includes(id))) uploads.remove(item)
    note(t('photo.added'))
  }

  return () => html`<div class="form">${uploader(uploads)}${uploads.ids.length && !uploads.isWaiting && !isAdding
    ? button({ text: t('do.again'), click: finish }) : null}</div>`
}
