// Photos: on their way to the server, and as screens show them.

import {
  accessToken, ask, button, close, dayText, errorLine, html, icon, keyed, nameOf, newID, note, pictureOf,
  Problem, problemText, t
} from './base.js'

// Photos on their way to the server: made smaller where they are large, with the time of the
// capture kept, and sent with their progress.

const side = 2048
const weight = 1_500_000
const most = 10
const plain = ['image/jpeg', 'image/png', 'image/webp']

/// The bytes to send for a file: itself, if it is small and of a known type; otherwise a JPEG of at
/// most 2,048 pixels, upright, that says when the original was taken.
export async function prepare(file) {
  if (file.size === 0) throw new Problem(400, { code: 'media.length_invalid' })
  let picture
  try {
    picture = await createImageBitmap(file)
  } catch {
    throw new Problem(400, { code: plain.includes(file.type) ? 'media.damaged' : 'media.unsupported_type' })
  }
  const { width, height } = picture
  const isSmall = Math.max(width, height) <= side && file.size <= weight
  if (isSmall && plain.includes(file.type)) {
    picture.close()
    return file
  }
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/jpeg', 0.85) })
  if (!blob) throw new Problem(400, { code: 'media.damaged' })
  const taken = captureTime(new DataView(await file.slice(0, 262_144).arrayBuffer()))
  if (!taken) return blob
  return new Blob([blob.slice(0, 2), captureBlock(taken), blob.slice(2)], { type: 'image/jpeg' })
}

/// DateTimeOriginal and OffsetTimeOriginal of a JPEG, as its EXIF block has them, or null.
export function captureTime(view) {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  let at = 2
  while (at + 10 <= view.byteLength && view.getUint8(at) === 0xff) {
    const length = view.getUint16(at + 2)
    const isExif = view.getUint8(at + 1) === 0xe1 && view.getUint32(at + 4) === 0x45786966
    if (isExif) {
      const end = Math.min(view.byteLength, at + 2 + length)
      try {
        return readExif(new DataView(view.buffer, view.byteOffset + at + 10, end - at - 10))
      } catch {
        return null
      }
    }
    if (view.getUint8(at + 1) === 0xda) return null
    at += 2 + length
  }
  return null
}

function readExif(tiff) {
  const little = tiff.getUint16(0) === 0x4949
  const directory = (offset) => {
    const found = new Map()
    const count = Math.min(tiff.getUint16(offset, little), 512)
    for (let index = 0; index < count; index += 1) {
      const entry = offset + 2 + index * 12
      found.set(tiff.getUint16(entry, little), entry)
    }
    return found
  }
  const text = (entry) => {
    if (entry === undefined) return null
    const count = Math.min(tiff.getUint32(entry + 4, little), 64)
    const start = count > 4 ? tiff.getUint32(entry + 8, little) : entry + 8
    let value = ''
    for (let index = 0; index < count; index += 1) value += String.fromCharCode(tiff.getUint8(start + index))
    return value.replace(/\0.*$/s, '')
  }
  const pointer = directory(tiff.getUint32(4, little)).get(0x8769)
  if (pointer === undefined) return null
  const exif = directory(tiff.getUint32(pointer + 8, little))
  const date = text(exif.get(0x9003))
  if (!/^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/.test(date ?? '')) return null
  const offset = text(exif.get(0x9011))
  return { date, offset: /^[+-]\d\d:\d\d$/.test(offset ?? '') ? offset : null }
}

/// An EXIF block with the time of the capture and nothing else.
export function captureBlock({ date, offset }) {
  const entries = offset ? 2 : 1
  const exif = 26
  const texts = exif + 2 + entries * 12 + 4
  const size = texts + 20 + (offset ? 7 : 0)
  const view = new DataView(new ArrayBuffer(10 + size))
  const write = (at, value) => [...value].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)))
  view.setUint16(0, 0xffe1)
  view.setUint16(2, 8 + size)
  write(4, 'Exif')
  const tiff = 10
  write(tiff, 'MM')
  view.setUint16(tiff + 2, 42)
  view.setUint32(tiff + 4, 8)
  const entry = (at, tag, type, count, value) => {
    view.setUint16(tiff + at, tag)
    view.setUint16(tiff + at + 2, type)
    view.setUint32(tiff + at + 4, count)
    view.setUint32(tiff + at + 8, value)
  }
  view.setUint16(tiff + 8, 1)
  entry(10, 0x8769, 4, 1, exif)
  view.setUint16(tiff + exif, entries)
  entry(exif + 2, 0x9003, 2, 20, texts)
  write(tiff + texts, date)
  if (offset) {
    entry(exif + 14, 0x9011, 2, 7, texts + 20)
    write(tiff + texts + 20, offset)
  }
  return view
}

/// Sends the bytes of a photo under an id that the client chose.
async function upload(request, id, blob, progress) {
  const token = await accessToken()
  await new Promise((resolve, reject) => {
    request.open('POST', `/v1/media?id=${id}`)
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Content-Type', blob.type)
    request.setRequestHeader('Idempotency-Key', id)
    request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 300) return resolve()
      let body = { code: 'wire.unavailable' }
      try {
        body = JSON.parse(request.responseText)
      } catch {
        // Not our server's answer.
      }
      return reject(new Problem(request.status, body))
    }
    request.onerror = () => reject(new Problem(0, { code: 'offline' }))
    request.onabort = request.onerror
    request.send(blob)
  })
}

/// Prepares and sends one photo, and answers its id.
export async function sendPhoto(file) {
  const id = newID()
  await upload(new XMLHttpRequest(), id, await prepare(file), () => {})
  return id
}

/// The photos of one form: chosen, prepared one at a time, and sent two at a time.
export class Uploads {
  constructor(changed) {
    this.changed = changed
    this.items = []
    this.problem = null
    this.preparing = Promise.resolve()
  }

  get ids() {
    return this.items.filter(({ state }) => state === 'done').map(({ id }) => id)
  }

  /// Whether a photo is not there yet.
  get isWaiting() {
    return this.items.some(({ state }) => state !== 'done')
  }

  get failed() {
    return this.items.find(({ state }) => state === 'failed')
  }

  /// What keeps the form from being sent, as a sentence, or null.
  get hindrance() {
    if (this.failed) return t('photo.failed', { name: this.failed.name })
    return this.isWaiting ? t('photo.wait') : null
  }

  clear() {
    for (const item of [...this.items]) this.remove(item)
  }

  add(files) {
    const room = most - this.items.length
    this.problem = files.length > room ? t('photo.too-many', { n: most }) : null
    for (const file of [...files].slice(0, room)) {
      const item = { id: newID(), name: file.name, state: 'preparing', share: 0, preview: null, blob: null }
      this.items.push(item)
      this.preparing = this.preparing.then(() => this.prepare(item, file))
    }
    this.changed()
  }

  async prepare(item, file) {
    if (!this.items.includes(item)) return
    try {
      item.blob = await prepare(file)
      item.preview = URL.createObjectURL(item.blob)
      item.state = 'waiting'
    } catch (problem) {
      // It cannot be sent at all: named, and the others go on.
      this.problem = `${item.name}: ${problemText(problem)}`
      this.items.splice(this.items.indexOf(item), 1)
    }
    this.next()
  }

  next() {
    const sending = this.items.filter(({ state }) => state === 'sending').length
    const waiting = this.items.filter(({ state }) => state === 'waiting')
    for (const item of waiting.slice(0, Math.max(0, 2 - sending))) this.send(item)
    this.changed()
  }

  async send(item) {
    item.state = 'sending'
    item.share = 0
    try {
      item.request = new XMLHttpRequest()
      await upload(item.request, item.id, item.blob, (share) => {
        item.share = share
        this.changed()
      })
      item.state = 'done'
    } catch (problem) {
      item.state = 'failed'
      item.problem = problem
    }
    this.next()
  }

  remove(item) {
    item.request?.abort()
    if (item.preview) URL.revokeObjectURL(item.preview)
    const position = this.items.indexOf(item)
    if (position >= 0) this.items.splice(position, 1)
    this.next()
  }
}

// Where a finger is the pointer there is a camera; elsewhere the field would only be there twice.
const hasCamera = matchMedia('(pointer: coarse)')

/// Chooses photos, and shows how far each is.
export function uploader(uploads, { hint } = {}) {
  const chosen = (event) => {
    uploads.add(event.target.files)
    event.target.value = ''
  }
  return html`<div class="form">
    ${uploads.items.length ? html`<ul class="uploads">${keyed(uploads.items, ({ id }) => id, (item) => html`<li>
      ${item.preview ? html`<img src=${item.preview} alt=${item.name} width="104" height="104">` : html`<span class="secondary">${item.name}</span>`}
      ${item.state === 'sending' ? html`<progress max="1" .value=${item.share} aria-label=${t('photo.sending', { name: item.name })}></progress>` : null}
      ${item.state === 'failed' ? html`<p class="error">${problemText(item.problem)}</p>` : null}
      ${item.state === 'failed' ? button({ text: t('do.again'), click: () => uploads.send(item) }) : null}
      ${button({ text: t('do.remove'), label: t('photo.remove', { name: item.name }), click: () => uploads.remove(item) })}
    </li>`)}</ul>` : null}
    ${errorLine(uploads.problem)}
    <div class="actions"><label class="pick"><span class="button">${icon('photo')}<span>${t('photo.add')}</span></span><input type="file"
      accept="image/*" multiple @change=${chosen} aria-label=${t('photo.add')}></label>${
      hasCamera.matches ? html`<label class="pick"><span class="button">${icon('plus')}<span>${t('photo.take')}</span></span><input type="file"
      accept="image/*" capture="environment" @change=${chosen} aria-label=${t('photo.take')}></label>` : null}</div>
    ${hint ? html`<p class="hint">${hint}</p>` : null}
  </div>`
}

// Photos of a screen: a grid, one at a time over the whole window, and adding more.

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
