// Every shared part in every state, for those who write screens: parts.html, which is served only
// from a directory. `?language=de&theme=dark` chooses.

import { amountField } from './amounts.js'
import {
  assignmentRow, avatar, button, check, chip, choice, close, closeButton, day, deadlineLine, empty,
  errorLine, errorState, heading, hour, html, icon, keyed, linkButton, linkList, listOf, note, notes, now,
  openDialogs, personLead, personRow, points, Problem, problemBanner, render, row, rows, section, sign,
  skeleton, speak, start, stateOf, tabs, textField
} from './base.js'
import { confirmed } from './dialogs.js'
import { coin, medalRow } from './medals.js'
import { photoGrid, uploader } from './photos.js'

const query = new URLSearchParams(location.search)
const long = 'Maximiliane-Alexandra'
const ana = { id: 'a', username: 'ana', firstName: 'Ana', lastName: 'Lindqvist' }
const people = [
  ana, { ...ana, id: 'b', firstName: long, lastName: 'Featherstonehaugh-Cholmondeley' },
  { id: 'c', placeholder: 'hidden' }, { id: 'd', placeholder: 'deleted' }
]
const at = (distance) => new Date(now() + distance).toISOString()
const problem = (status, code, detail) => Object.assign(new Problem(status, { code, detail }), { trace: '0123456789abcdef' })
const picture = new URL('./icon.svg', import.meta.url).pathname
const photo = (id, taken) => ({ id, url: picture, width: 64, height: 64, alt: `Photo ${id}`, taken })
const context = { update: draw, parts: [] }
const fields = { one: '', several: 'Two\nlines', chosen: 'b', tab: 'one', amount: '12.5', box: true }
const medal = (id, kind, more) => ({ id, medal: kind, family: 'first', earnedAt: at(-day), ...more })

function assignment(displayState, picked, more = {}) {
  return {
    id: displayState + picked, displayState, icon: picked, state: 'sent', actions: [], sender: ana, recipient: people[1],
    deadline: at(hour), challenge: { name: `A dare that is ${displayState}` }, ...more
  }
}

const dares = [
  assignment('unread', 'exclamation'), assignment('pending', 'hourglass'), assignment('accepted', 'check'),
  assignment('denied', 'cross'), assignment('done', null), assignment('done', 'over', { closedReason: 'missed' }),
  assignment('later', 'unknown'), assignment('pending', 'judge', { state: 'submitted', actions: ['approve'] })
]

const uploads = {
  items: ['preparing', 'waiting', 'sending', 'done', 'failed'].map((state) => ({
    id: state, name: `${state}.jpg`, state, share: 0.4, preview: state === 'preparing' ? null : picture,
    problem: state === 'failed' ? problem(0, 'offline') : null
  })),
  problem: 'words.pdf: This is no JPEG, PNG or WebP.', add() {}, send() {}, remove() {}
}

function field(id, more) {
  return textField({ id, label: `Field ${id}`, value: fields[id] ?? '', input: (value) => { fields[id] = value; draw() }, ...more })
}

const shown = [
  ['Heading', () => html`<p class="prose">There is one h1 on a page: this one's is above.</p>`],
  ['Buttons', () => html`<div class="actions">${button({ text: 'Plain' })}${button({ text: 'Main', isMain: true })}${
    button({ text: 'Danger', isDanger: true })}${button({ text: 'Busy', isBusy: true })}${
    button({ text: 'Main and busy', isMain: true, isBusy: true })}${button({ text: 'With icon', icon: 'again' })}</div>`],
  ['Links', () => html`<div class="form"><div class="actions">${linkButton('/', 'Plain')}${linkButton('/', 'Main', { isMain: true })}${
    linkButton('/', 'With icon', { icon: 'again' })}</div>${linkList([['/', 'home', 'A place'], ['/me', 'person', 'Another place']])}${
    personLead(ana, 'Of Ana')}${personLead(people[3], 'Of nobody')}</div>`],
  ['Fields', () => html`<div class="form">${field('one', { hint: 'A hint.' })}${field('several', { rows: 2 })}${
    field('wrong', { error: 'That needs a whole number.', hint: 'A hint.' })}${field('when', { type: 'datetime-local' })}${
    field('secret', { type: 'password' })}${amountField({
    id: 'amount', stride: 1, label: 'Amount', value: fields.amount, input: (value) => { fields.amount = value; draw() }
  })}${check({ id: 'box', label: 'A box', isOn: fields.box, change: (isOn) => { fields.box = isOn; draw() }, hint: 'A hint.' })}</div>`],
  ['Choice', () => choice({
    name: 'choice', legend: 'One of several', value: fields.chosen, options: ['a', 'b', 'c'].map((key) => [key, `Choice ${key}`]),
    pick: (key) => { fields.chosen = key; draw() }, hint: 'What it means.'
  })],
  ['Tabs', () => tabs({
    label: 'Tabs', value: fields.tab, options: [['one', 'First'], ['two', 'Second']],
    pick: (key) => { fields.tab = key; draw() }, view: () => html`<p>What the tab ${fields.tab} shows.</p>`
  })],
  ['State chips', () => html`<div class="chips">${keyed(dares, ({ id }) => id, (one) => html`<span>${chip(one)}</span>`)}</div>`],
  ['Rows of dares', () => html`<ul class="rows">${keyed(dares, ({ id }) => id, (one) => assignmentRow(one, ana))}</ul>`],
  ['A list of rows', () => rows(people, (one) => personRow(one), 'People')],
  ['Rows', () => html`<ul class="rows">${row({ lead: avatar(ana), title: 'Plain' })}${row({ lead: sign(icon('clock')), title: 'With an icon' })}${
    row({ href: '/', lead: avatar(ana), title: 'A link', secondary: 'Secondary line', number: '1,234', isMine: true })}${
    row({ lead: avatar(ana), title: 'Over', secondary: 'Grey', isMuted: true })}${
    row({ lead: avatar(ana), title: 'With something beside it', side: closeButton(draw) })}${
    row({ lead: avatar(ana), title: 'With actions', actions: html`${button({ text: 'Accept', isMain: true })}${button({ text: 'Decline' })}` })}</ul>`],
  ['People', () => html`<ul class="rows">${keyed(people, ({ id }) => id, (one) => personRow(one))}</ul>`],
  ['Figures', () => html`<dl class="figures"><div><dt>points</dt><dd>${points(12345)}</dd></div><div><dt>unknown</dt><dd>${points()}</dd></div></dl>`],
  ['Times', () => html`<p>${deadlineLine(at(hour))}</p><p>${deadlineLine(at(9 * day))}</p><p>${deadlineLine(at(-day))}</p><p>${deadlineLine(null)}</p>`],
  ['Loading', () => skeleton(2)],
  ['Empty', () => empty('Nothing to do.', html`<a class="button" href="/"><span>Dare a friend</span></a>`)],
  ['Refused', () => html`${errorLine('Three friends at most.')}${errorLine(null)}${problemBanner(problem(409, 'challenges.wrong_state'))}${problemBanner(problem(503, 'wire.unavailable'))}${
    problemBanner(problem(400, 'later.unknown', 'What the server says.'))}`],
  ['Error and gone', () => html`${errorState(problem(503, 'wire.unavailable'), draw)}${errorState(problem(404, 'x'), draw)}`],
  ['Loaded, then an error', () => stateOf({ value: 1, problem: problem(0, 'offline'), load: draw }, () => html`<p>What was loaded stays.</p>`)],
  ['List with more', () => listOf({ value: { cursor: 'x' }, rows: people, more: draw }, { view: (one) => personRow(one), label: 'People' })],
  ['Photos', () => html`${photoGrid(context, [photo('1', 'during'), photo('2', 'outside'), photo('3', 'unknown')])}${photoGrid(context, [photo('4')])}`],
  ['Uploader', () => uploader(uploads, { hint: 'A photo is welcome.' })],
  ['Medals', () => html`<ul class="rows">${keyed(
    [medal('1', 'gold', { challenge: { id: 'x', name: 'Lengths' } }), medal('2', 'silver'), medal('3', 'bronze'), medal('4', 'completed100'), medal('5', 'firstFriend'), medal('6', 'later')],
    ({ id }) => id, medalRow)}</ul><p class="lead">${coin({ medal: 'streak30' }, false)}${coin({}, false)}</p>`],
  ['Dialog and note', () => html`<div class="actions">${button({
    text: 'Ask', click: () => confirmed(context, { title: 'Delete this?', why: 'It cannot be taken back.', act: 'Delete' })
  })}${button({ text: 'Note', click: () => note('Saved.') })}</div>`]
]

function draw() {
  render(html`<div class="frame is-open"><main id="main">${heading('Parts')}${keyed(shown, ([name]) => name, ([name, view]) => section(name, view()))}</main>
    <div class="notes" role="status">${keyed(notes, (one) => one.id, (one) => html`<p>${one.text}</p>`)}</div>
    ${keyed(openDialogs, (dialog) => dialog.id, (dialog) => html`<g-dialog @leave=${() => close()}>
      <dialog aria-labelledby=${dialog.title}>${closeButton(() => close())}${dialog.view()}</dialog>
    </g-dialog>`)}</div>`, document.getElementById('app'))
}

const theme = query.get('theme')
if (theme) document.documentElement.dataset.theme = theme
await speak(query.get('language') === 'de' ? 'de' : 'en')
addEventListener('gauntlet-note', draw)
start(draw)
