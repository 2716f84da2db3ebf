// Scoreboard: friends and me by points.

import {
  api, avatar, choice, empty, html, linkButton, listOf, liveList, numberText, optionsOf, personRow,
  rowByUser, setQuery, t
} from '../base.js'

const spans = ['all', 'month', 'week']

export function open(context) {
  let span = spans.includes(context.query.get('span')) ? context.query.get('span') : 'all'
  let part = read()

  function read() {
    context.parts.length = 0
    return liveList(context, `list:scoreboard-${span}`, `standing-${span}`, api.getScoreboard, { span, limit: 50 }, { rowOf: rowByUser })
  }

  function pick(next) {
    span = next
    setQuery({ span: next === 'all' ? null : next })
    part = read()
    context.update()
  }

  function standing(one) {
    return personRow(one.user, {
      lead: html`<span class="lead"><span class="rank">${numberText(one.rank)}</span>${avatar(one.user)}</span>`,
      number: html`${numberText(one.points)}<span class="unseen"> ${t('points.word', { n: one.points })}</span>`, isMine: one.isMe
    })
  }

  function view() {
    const isAlone = part.rows?.length === 1
    return html`${choice({
        name: 'span', legend: t('scoreboard.span'), value: span, pick,
        options: optionsOf('span.', spans)
      })}
      ${listOf(part, { view: standing, none: empty(t('scoreboard.alone')), label: t('nav.scoreboard') })}
      ${isAlone ? empty(t('scoreboard.alone'), linkButton('/friends', t('friends.find'))) : null}`
  }
  return { title: () => t('nav.scoreboard'), view }
}
