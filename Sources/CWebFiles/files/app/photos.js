// Photos of a screen: a grid that opens them full screen, and adding more.

import { newID } from './api.js'
import { Uploads, uploader } from './media.js'
import { button, note, pictureOf } from './parts.js'
import { ask } from './router.js'
import { html, keyed } from './template.js'
import { t } from './text.js'
import { dayText } from './time.js'

/// Photos of a person for a grid; `when` is the moment they were added.
export function photosBy(name, photos, when) {
  const alt = when ? t('photo.by', { name, day: dayText(when) }) : t('photo.of', { name })
  return photos.map((photo) => ({ ...photo, alt }))
}

/// A grid of `{ id, url, alt, taken, caption }`; `again` asks for addresses that have expired.
export function photoGrid(context, photos, again) {
  return html`<ul class=${photos.length === 1 ? 'photos is-single' : 'photos'}>${keyed(photos, (photo) => photo.id, (photo, index) => html`<li>
    <button type="button" aria-label=${t('photo.open', { alt: photo.alt })} @click=${() => look(context, photos, index)}><img
      src=${pictureOf(photo.url)} alt="" loading="lazy" @error=${again}></button>
    ${photo.taken ? html`<p class="caption">${t(`taken.${photo.taken}`)}</p>` : null}${photo.foot ?? null}</li>`)}</ul>`
}

function look(context, photos, first) {
  let at = first
  const turn = (by) => {
    at = (at + by + photos.length) % photos.length
    context.update()
  }
  const keys = ({ key: pressed }) => {
    if (pressed === 'ArrowLeft') turn(-1)
    if (pressed === 'ArrowRight') turn(1)
  }
  ask(() => html`<div class="viewer" @keydown=${keys}><img src=${pictureOf(photos[at].url)} alt=${photos[at].alt}>
    <div class="viewer-foot">${photos.length > 1 ? button({ text: t('photo.before'), icon: 'left', click: () => turn(-1) }) : null}
      <div><p id="dialog-title">${t('photo.position', { n: at + 1, of: photos.length })}</p>${
        photos[at].taken ? html`<p class="secondary">${t(`taken.${photos[at].taken}`)}</p>` : null}</div>
      ${photos.length > 1 ? button({ text: t('photo.after'), icon: 'right', click: () => turn(1) }) : null}</div></div>`, context.update)
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
