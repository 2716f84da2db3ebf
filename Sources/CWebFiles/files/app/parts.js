// What screens are made of, one function each.

import { newID } from './api.js'
import { html, keyed } from './template.js'
import { has, initialsOf, nameOf, numberText, problemText, t } from './text.js'
import './time.js'

const icons = new URL('./icons.svg', import.meta.url).pathname

export function icon(name) {
  return html`<svg class="icon" aria-hidden="true" focusable="false"><use href=${`${icons}#${name}`}></use></svg>`
}

/// The path of a picture, under whatever name this page was loaded.
export function pictureOf(url) {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}

export function heading(text) {
  return html`<h1 tabindex="-1">${text}</h1>`
}

export function avatar(person, size = 40) {
  return html`<span class="avatar" --size=${`${size / 16}rem`} aria-hidden="true">${person.avatarURL
    ? html`<img src=${pictureOf(person.avatarURL)} alt="" width=${size} height=${size} loading="lazy">`
    : html`<span>${initialsOf(person)}</span>`}</span>`
}

/// An icon in the place of a picture.
export function sign(picture) {
  return html`<span class="avatar" --size=${'2.5rem'}>${picture}</span>`
}

export function button({
  text, click, icon: picture, isMain, isDanger, isBusy, isSubmit, label
}) {
  const kinds = [
    'button', isMain && 'is-main', isDanger && 'is-danger', isBusy && 'is-busy'
  ]
  return html`<button type=${isSubmit ? 'submit' : 'button'} class=${kinds.filter(Boolean).join(' ')}
    aria-busy=${isBusy ? 'true' : null} aria-label=${label}
    @click=${(event) => (isBusy ? event.preventDefault() : click?.(event))}>${picture ? icon(picture) : null}<span>${text}</span></button>`
}

/// A link that looks like a button.
export function linkButton(href, text, { icon: picture, isMain } = {}) {
  return html`<a class=${isMain ? 'button is-main' : 'button'} href=${href}>${picture ? icon(picture) : null}<span>${text}</span></a>`
}

export function closeButton(click) {
  return html`<button type="button" class="close" aria-label=${t('do.close')} @click=${click}>${icon('close')}</button>`
}

/// A field of one line or, with `rows`, of several, with its hint and error.
export function textField({
  id, label, value, input, change, type = 'text', hint, error, rows, maxLength, autocomplete, isRequired,
  mode, capitals, min
}) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || null
  const heard = (event) => input?.(event.target.value, event)
  const control = rows
    ? html`<textarea id=${id} rows=${rows} .value=${value} maxlength=${maxLength} @input=${heard}
        aria-describedby=${described} aria-invalid=${error ? 'true' : null}></textarea>`
    : html`<input id=${id} type=${type} .value=${value} maxlength=${maxLength} autocomplete=${autocomplete ?? 'off'}
        inputmode=${mode} autocapitalize=${capitals} min=${min} ?required=${isRequired} @input=${heard}
        @change=${change} aria-describedby=${described} aria-invalid=${error ? 'true' : null}>`
  return html`<div class="field"><label for=${id}>${label}</label>${control}${
    hint ? html`<p class="hint" id=${`${id}-hint`}>${hint}</p>` : null}${
    error ? html`<p class="error" id=${`${id}-error`}>${icon('alert')}<span>${error}</span></p>` : null}</div>`
}

/// What is wrong with a form or with what is no field, or nothing.
export function errorLine(text) {
  return text ? html`<p class="error" role="alert">${icon('alert')}<span>${text}</span></p>` : null
}

/// One of several, as a row of chips.
export function choice({ name, legend, value, options, pick, hint }) {
  return html`<fieldset class="choice"><legend>${legend}</legend><div class="chips">${keyed(
    options, ([key]) => key, ([key, text]) => html`<label class="option"><input type="radio" name=${name}
      value=${key} .checked=${key === value} @change=${() => pick(key)}><span>${text}</span></label>`
  )}</div>${hint ? html`<p class="hint">${hint}</p>` : null}</fieldset>`
}

/// The options of a choice whose texts begin with `prefix`.
export function optionsOf(prefix, keys) {
  return keys.map((key) => [key, t(prefix + key)])
}

/// A box to tick.
export function check({ label, isOn, change, hint, id }) {
  return html`<div><label class="check"><input type="checkbox" .checked=${isOn} aria-describedby=${hint ? `${id}-hint` : null}
    @change=${(event) => change(event.target.checked)}><span>${label}</span></label>${
    hint ? html`<p class="hint" id=${`${id}-hint`}>${hint}</p>` : null}</div>`
}

/// The parts of a screen, one of which is shown: arrows move between them.
export function tabs({ label, options, value, pick, view }) {
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const at = options.findIndex(([key]) => key === value)
    pick(options[(at + step + options.length) % options.length][0])
    Promise.resolve().then(() => document.querySelector('[role=tab][aria-selected=true]')?.focus())
  }
  return html`<div class="form"><div class="tabs" role="tablist" aria-label=${label} @keydown=${move}>${keyed(
    options, ([key]) => key, ([key, text]) => html`<button type="button" role="tab" id=${`tab-${key}`} aria-controls="tab-panel"
      aria-selected=${key === value ? 'true' : 'false'} tabindex=${key === value ? '0' : '-1'} @click=${() => pick(key)}>${text}</button>`
  )}</div><div class="form" role="tabpanel" id="tab-panel" aria-labelledby=${`tab-${value}`}>${view()}</div></div>`
}

const states = {
  exclamation: 'unread', hourglass: 'pending', check: 'accepted', cross: 'denied'
}

/// The state of an assignment in a word and, but for what is over, an icon.
export function chip(assignment) {
  const { displayState, closedReason, icon: picture } = assignment
  const id = closedReason ? `closed.${closedReason}` : `state.${displayState}`
  const text = has(id) ? t(id) : closedReason ?? displayState
  return html`<span class=${`chip is-${states[picture] ?? 'done'}`}>${
    states[picture] ? icon(picture) : null}<span>${text}</span></span>`
}

/// A part of a screen under its title.
export function section(title, content) {
  return html`<section class="section"><h2>${title}</h2>${content}</section>`
}

/// Links to other screens, each `[address, icon, text]`.
export function linkList(items) {
  return html`<ul class="links">${keyed(items, ([href]) => href, ([href, picture, text]) => html`<li><a href=${href}>${icon(picture)}<span>${
    text}</span>${icon('right')}</a></li>`)}</ul>`
}

/// A list of rows by their ids.
export function rows(items, view, label) {
  return html`<ul class="rows" aria-label=${label}>${keyed(items, ({ id }) => id, view)}</ul>`
}

/// What a row shows: a link, or without an address plain text.
export function rowBody({ href, lead, title, secondary, end, number }) {
  const inner = html`${lead}<span class="row-text"><span class="row-title">${title}</span>${
    secondary ? html`<span class="secondary">${secondary}</span>` : null}</span>${
    end ? html`<span class="row-end">${end}</span>` : null}${
    number === undefined ? null : html`<span class="row-number">${number}</span>`}`
  return href ? html`<a class="row-body" href=${href}>${inner}</a>` : html`<div class="row-body">${inner}</div>`
}

/// A row of a list, with what one can do beside or below it.
export function row({ actions, side, isMuted, isMine, ...body }) {
  const kinds = ['row', side && 'has-side', isMuted && 'is-muted', isMine && 'is-mine'].filter(Boolean).join(' ')
  return html`<li class=${kinds}>${rowBody(body)}${side ?? null}${
    actions ? html`<div class="actions row-foot">${actions}</div>` : null}</li>`
}

/// A dare in a list. One that is over is grey, without icon and link.
export function assignmentRow(assignment, viewer) {
  const isSender = assignment.sender.id === viewer.id
  const other = isSender ? assignment.recipient : assignment.sender
  const isOver = assignment.displayState === 'done'
  const isWaiting = assignment.actions.includes('approve') && assignment.state === 'submitted'
  const who = t(isSender ? 'dare.to' : 'dare.from', { name: nameOf(other) })
    + (isWaiting ? ` · ${t('sent.submitted')}` : '')
  const when = assignment.deadline && !assignment.closedAt
    ? html`${' · '}<g-time .as=${'deadline'} .moment=${assignment.deadline}></g-time>` : null
  return row({
    href: isOver ? null : `/assignments/${assignment.id}`,
    lead: avatar(other), title: assignment.challenge.name,
    secondary: html`${who}${when}`, end: chip(assignment), isMuted: isOver
  })
}

export function personRow(person, { secondary, lead, ...rest } = {}) {
  return row({
    href: person.placeholder ? null : `/people/${person.id}`, lead: lead ?? avatar(person),
    title: nameOf(person), secondary: secondary ?? (person.placeholder ? null : `@${person.username}`), ...rest
  })
}

/// The person whom a screen is about, with the way to them.
export function personLead(person, text) {
  return html`<a class="lead" href=${person.placeholder ? null : `/people/${person.id}`}>${avatar(person)}<span>${text}</span></a>`
}

export function skeleton(count) {
  return html`<div class="skeleton" role="status"><span class="unseen">${t('state.loading')}</span>${
    keyed(Array.from({ length: count }), (_, index) => index, () => html`<div class="bone" aria-hidden="true"></div>`)}</div>`
}

export function empty(text, action) {
  return html`<div class="empty"><p>${text}</p>${action}</div>`
}

/// A refusal of something that the person did.
export function problemBanner(problem) {
  if (!problem) return null
  const text = problem.name === 'Problem' || problem.code ? problemText(problem) : t('wire.bug')
  return html`<div class="banner" role="alert">${icon('alert')}<p>${text}${
    problem.trace && problem.status >= 500
      ? html`<span class="trace">${t('error.trace')} <code>${problem.trace}</code></span>` : null}</p></div>`
}

/// A part of a screen that cannot be shown.
export function errorState(problem, again) {
  if (problem.status === 404) {
    return html`<div class="empty"><p>${t('error.gone')}</p><a class="button" href="/"><span>${t('nav.home')}</span></a></div>`
  }
  return html`<div>${problemBanner(problem)}${button({ text: t('do.load'), click: again, icon: 'again' })}</div>`
}

/// A part of a screen in each of its states; `view` shows it once it is known.
export function stateOf(part, view, { bones = 4 } = {}) {
  if (part.value === undefined) {
    return part.problem ? errorState(part.problem, () => part.load()) : skeleton(bones)
  }
  return html`${part.problem ? errorState(part.problem, () => part.load()) : null}${view(part.value)}`
}

/// A list in each of its states, with a button for its next page.
export function listOf(part, { view, none, key = (item) => item.id, label }) {
  return stateOf(part, (list) => (part.rows.length === 0 && !list.cursor ? none : html`<ul class="rows"
    aria-label=${label}>${keyed(part.rows, key, view)}</ul>${list.cursor
    ? button({ text: t('do.more'), click: () => part.more(), isBusy: part.isLoading }) : null}`))
}

/// Short news: the last one, which leaves by itself.
export const notes = []

export function note(text) {
  const one = { id: newID(), text }
  notes.splice(0, notes.length, one)
  const changed = () => dispatchEvent(new Event('gauntlet-note'))
  setTimeout(() => {
    if (notes[0] === one) notes.length = 0
    changed()
  }, 6000)
  changed()
}

/// The writes of a screen: one at a time, however often the button is pressed. After a lost answer
/// the same write has the same key again.
export function writing(context) {
  const keys = new Map()
  const state = {
    busy: null,
    problem: null,
    async run(name, body, write) {
      if (state.busy) return undefined
      state.busy = name
      state.problem = null
      context.update()
      const intent = name + JSON.stringify(body ?? null)
      if (!keys.has(intent)) keys.set(intent, newID())
      try {
        const answer = await write(keys.get(intent))
        keys.delete(intent)
        return answer ?? true
      } catch (problem) {
        if (problem.status >= 400 && problem.status < 500) keys.delete(intent)
        state.problem = problem
        return undefined
      } finally {
        state.busy = null
        context.update()
      }
    }
  }
  return state
}

export function points(number) {
  return number === undefined || number === null ? '–' : numberText(number)
}

export function deadlineLine(deadline) {
  return deadline
    ? html`<g-time .as=${'deadline'} .moment=${deadline}></g-time>` : t('dare.no-deadline')
}

/// A dialog that is open while it is on the page. It has the focus, and gives it back.
class DialogElement extends HTMLElement {
  #before = null

  connectedCallback() {
    this.#before = document.activeElement
    const dialog = this.querySelector('dialog')
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      this.dispatchEvent(new Event('leave'))
    })
    dialog.showModal()
    const first = dialog.querySelector('input, textarea, [autofocus], .is-main')
    first?.focus()
  }

  disconnectedCallback() {
    if (this.#before?.isConnected) this.#before.focus()
  }
}

customElements.define('g-dialog', DialogElement)
