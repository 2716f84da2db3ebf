// The race: the first players, the person and who is near them; more by "Show more".

import {
  api, avatar, button, empty, errorState, html, keyed, live, nameOf, numberText, row, section, stateOf, t
} from '../base.js'
import { lane, valueText } from '../contests.js'

const first = 5
const step = 50
const most = 100

/// Board rows of several pages in the order of their ranks. A page begins with the own row where
/// that has its place elsewhere: such a row is left out until its place is reached.
export function standingsOf(pages) {
  const rows = []
  const keys = new Set()
  for (const page of pages) {
    page.forEach((one, index) => {
      const next = index === 0 ? page[1] : undefined
      const isEarly = one.isMe && next?.rank !== undefined && (one.rank === undefined || one.rank > next.rank)
      const key = one.user.placeholder ? `${one.user.placeholder}-${keys.size}` : one.user.id
      if (isEarly || keys.has(key)) return
      keys.add(key)
      rows.push({ ...one, key })
    })
  }
  return rows
}

/// The board of a contest: `pages` beyond the first hundred rows are kept as they came.
export function boardOf(context, id, { begin = first } = {}) {
  let shown = begin
  let pages = []
  let problem = null
  const top = live(context, `board:${id}`, (args) => api.getBoard({ ...args, id, query: { limit: Math.min(shown, most) } }))
  let near = null
  const cursor = () => (pages.length ? pages.at(-1).nextCursor : top.value?.nextCursor)
  return {
    top,
    /// The rows around the person's own, which is not among the first.
    get near() {
      near ??= live(context, `near:${id}`, api.getBoard, { id, query: { around: 'me', limit: first } })
      return near.value?.items ?? []
    },
    get rows() {
      return standingsOf([top.value.items, ...pages.map(({ items }) => items)])
    },
    get problem() {
      return problem
    },
    hasMore: () => Boolean(cursor()),
    async more() {
      if (top.isLoading) return
      problem = null
      if (shown < most) {
        shown = Math.min(most, shown + step)
        await top.load()
        return
      }
      try {
        pages = [...pages, await api.getBoard({ id, signal: context.signal, query: { limit: most, cursor: cursor() } })]
      } catch (refusal) {
        if (!context.signal.aborted) problem = refusal
      }
      context.update()
    }
  }
}

/// How far a row's bar goes, 0 to 1: towards the goal, or beside the leader.
function shareOf(contest, one, leader) {
  if (one.progress !== undefined) return Number(one.progress)
  if (contest.score === 'percent') return Number(one.score ?? 0) / 100
  if (!one.score || !leader?.score) return 0
  return contest.direction === 'lower' ? leader.score / one.score : one.score / leader.score
}

function laneRow(contest, one, leader) {
  const { user, rank, isMe } = one
  const isPercent = contest.score === 'percent'
  const value = valueText(contest, isPercent ? one.score : one.value)
  const detail = isPercent && one.value !== undefined ? valueText({ ...contest, score: 'raw' }, one.value) : null
  return row({
    href: user.placeholder ? null : `/people/${user.id}`, isMine: isMe,
    lead: html`<span class="lead"><span class="rank">${rank === undefined ? '–' : numberText(rank)}</span>${avatar(user)}</span>`,
    title: isMe ? html`${nameOf(user)} <span class="secondary">${t('race.me')}</span>` : nameOf(user),
    secondary: html`${[detail, one.completedAt && t('contest.reached')].filter(Boolean).join(' · ')}${lane(shareOf(contest, one, leader))}`,
    number: value
  })
}

/// The board as rows, with a gap where neighbours are far from the first.
export function boardView(contest, board, { none = 'race.none' } = {}) {
  return stateOf(board.top, () => {
    const { rows } = board
    if (!rows.length) return empty(t(none))
    const known = new Set(rows.map(({ key }) => key))
    const isFar = board.hasMore() && contest.me?.state === 'joined' && !rows.some(({ isMe }) => isMe)
    const others = isFar ? standingsOf([board.near]).filter(({ key }) => !known.has(key)) : []
    const view = (one) => laneRow(contest, one, rows[0])
    return html`<ol class="rows is-race" aria-label=${t('tab.race')}>${keyed(rows, ({ key }) => key, view)}</ol>
      ${board.problem ? errorState(board.problem, () => board.more()) : null}
      ${board.hasMore() && !board.problem ? button({ text: t('do.more'), click: () => board.more(), isBusy: board.top.isLoading }) : null}
      ${others.length ? section(t('race.near'), html`<ol class="rows is-race" aria-label=${t('race.near')}>${
        keyed(others, ({ key }) => key, view)}</ol>`) : null}`
  })
}

export function raceTab(deck) {
  let board = null

  function view() {
    const { contest } = deck
    const isPart = contest.me?.state === 'joined'
    const isShown = isPart || contest.actions.includes('change') || ['public', 'friends'].includes(contest.visibility)
    if (!isShown) return empty(t(contest.me ? 'race.names' : 'race.closed'))
    board ??= boardOf(deck.context, deck.id)
    if (board.top.problem?.code === 'scoring.board_not_found' && !board.top.value) {
      return empty(t(isPart ? 'race.soon' : 'race.closed'))
    }
    if (contest.state === 'scheduled') return html`<p>${t('race.scheduled')}</p>${boardView(contest, board)}`
    return boardView(contest, board)
  }
  return { view }
}
