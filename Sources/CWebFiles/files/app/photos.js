// Photos that are shown: a grid, and one at a time over the whole window.

import { button, pictureOf } from './parts.js'
import { ask } from './router.js'
import { html, keyed } from './template.js'
import { t } from './text.js'

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
