// Competitions and open challenges, as lists and screens name them.

import { amountText } from './amounts.js'
import { avatar, dayText, has, html, icon, nameOf, row, t } from './base.js'

const chips = { invited: ['unread', 'exclamation'], requested: ['pending', 'hourglass'], joined: ['accepted', 'check'] }

export function isOver({ state }) {
  return state === 'completed' || state === 'cancelled'
}

/// What the contest is to the person, or its own state where that says more.
export function contestChip(contest) {
  const { state, me } = contest
  const isOpen = state === 'active' || state === 'scheduled'
  const [kind, picture] = (isOpen && chips[me?.state]) || ['done']
  const id = kind === 'done' ? `contest.is-${state}` : `part.${me.state}`
  return html`<span class=${`chip is-${kind}`}>${picture ? icon(picture) : null}<span>${has(id) ? t(id) : state}</span></span>`
}

/// The last day of a contest that ends with a day, else nothing.
function lastDay({ endsAt, wholeDays, endedAt }) {
  return wholeDays && !endedAt ? dayText(new Date(endsAt).getTime() - 1) : null
}

/// When it begins, ends or ended; of all this what matters now.
export function timeLine(contest) {
  const { state, startsAt, endsAt, endedAt, settlesAt } = contest
  const moment = (word, when, as = 'deadline') => html`<span>${t(word)} <g-time .as=${as} .moment=${when}></g-time></span>`
  if (state === 'draft') return t('contest.unpublished')
  if (state === 'cancelled') return t('contest.was-cancelled')
  if (state === 'scheduled') return moment('contest.starts', startsAt)
  if (state === 'settling') return moment('contest.result-in', settlesAt)
  if (state === 'completed') return moment('contest.ended', endedAt ?? endsAt, 'moment')
  if (!endsAt) return t('contest.no-end')
  const day = lastDay(contest)
  return day ? t('contest.last-day', { day }) : moment('contest.ends', endsAt)
}

/// An amount with its unit.
export function valueText(contest, value) {
  if (value === undefined || value === null) return '–'
  const amount = amountText(value)
  if (contest.score === 'percent') return t('amount.percent', { amount })
  if (contest.aggregation === 'daysActive') return t('amount.days', { amount, n: value })
  return contest.unit ? `${amount} \u2068${contest.unit}\u2069` : amount
}

/// A bar beside its number, 0 to 1.
export function lane(share) {
  return html`<span class="lane" aria-hidden="true"><span --share=${Math.max(0, Math.min(1, Number(share)))}></span></span>`
}

export function contestRow(contest) {
  const { owner, kind, joined, me } = contest
  const who = owner.id === me?.user.id ? null : nameOf(owner)
  const isRunning = !isOver(contest) && contest.state !== 'scheduled'
  const count = me?.state === 'joined' || isOver(contest) || !joined ? null : t('people.joined', { n: joined })
  const value = me?.value === undefined ? null : valueText({ ...contest, score: 'raw' }, me.value)
  return row({
    href: `/contests/${contest.id}`, lead: avatar(contest.owner), title: contest.name,
    secondary: html`${[t(`kind.${kind}`), value, who, count].filter(Boolean).map((text) => `${text} · `).join('')}${timeLine(contest)}${isRunning && contest.progress !== undefined ? lane(contest.progress) : null}`,
    end: contestChip(contest), isMuted: isOver(contest)
  })
}
