// A competition or open challenge: what it is, each action that the answer allows as a button, and
// its race, log, photos and rules.

import { amountText } from '../amounts.js'
import {
  api, day, html, icon, linkButton, live, nameOf, note, now, numberText, optionsOf, personLead,
  problemBanner, setQuery, stateOf, store, t, tabs, writing
} from '../base.js'
import { actions } from '../contest/actions.js'
import { raceTab } from '../contest/race.js'
import { aboutTab, logTab, photosTab } from '../contest/tabs.js'
import { contestChip, timeLine, valueText } from '../contests.js'

const makers = { race: raceTab, log: logTab, photos: photosTab, about: aboutTab }

export function open(context) {
  const { id } = context.params
  const key = `contest:${id}`
  const write = writing(context)
  const part = live(context, key, api.getContest, { id })
  const made = {}
  const wanted = context.query.get('tab')
  let tab = makers[wanted] ? wanted : 'race'
  const timers = []

  const deck = {
    context, id, part, write, say: note,
    get contest() {
      return part.value
    },

    /// A write about the contest; where it has changed meanwhile, its present state is shown.
    async move(name, body, send, said, { isGone = false } = {}) {
      if (isGone) timers.forEach(clearTimeout)
      const answer = await write.run(name, body, (once) => send({ id, body, version: part.value.version, key: once }))
      if (answer) {
        if (answer.id === id) store.put(key, answer)
        if (said) note(said)
        if (isGone) store.expire('list:')
        else deck.changed()
      } else if (write.problem?.current?.id === id) {
        store.put(key, write.problem.current)
      } else if (write.problem?.status === 409 || write.problem?.status === 412) {
        part.load()
      }
      return answer
    },

    /// Asks again for all that is shown. The board follows a moment later.
    changed() {
      store.expire('list:')
      store.expire('counts')
      const again = () => context.parts.forEach((one) => one.load())
      // The view comes first: it knows which lists are still shown.
      queueMicrotask(again)
      for (const wait of [400, 1500, 4000]) timers.push(setTimeout(again, wait))
    }
  }
  const acts = actions(deck)
  let awaited = null

  /// Asks again when the contest starts, ends or has its result while it is shown.
  function watch({ startsAt, endsAt, settlesAt }) {
    const moments = [startsAt, endsAt, settlesAt].map((moment) => Date.parse(moment ?? '') - now())
    const wait = Math.min(...moments.filter((one) => one > 0 && one < day))
    const moment = Math.round((now() + wait) / 1000)
    if (wait === Infinity || Math.abs(moment - awaited) < 2) return
    awaited = moment
    timers.push(setTimeout(deck.changed, wait + 300))
  }

  function pick(next) {
    tab = next
    setQuery({ tab: next === 'race' ? null : next })
    context.update()
  }

  const marking = { likedByMe: writing(context), wishedByMe: writing(context) }

  /// Likes and wishes show at once, and are sent meanwhile, each by itself.
  async function toggle(name, isOn, send) {
    if (marking[name].busy) return
    const show = (change) => store.put(key, { ...part.value, ...change })
    const { likeCount } = part.value
    const counts = name === 'likedByMe'
    show({ [name]: isOn, ...(counts ? { likeCount: likeCount + (isOn ? 1 : -1) } : {}) })
    const answer = await marking[name].run(name, isOn, (once) => send({ id, key: once }))
    show({ [name]: answer ? answer[name] : !isOn, ...(counts ? { likeCount: answer?.likeCount ?? likeCount } : {}) })
  }

  function marks(contest) {
    if (contest.state === 'draft') return null
    const { likedByMe, likeCount, wishedByMe } = contest
    const like = () => toggle('likedByMe', !likedByMe, likedByMe ? api.unlikeContest : api.likeContest)
    const wish = () => toggle('wishedByMe', !wishedByMe, wishedByMe ? api.unwishContest : api.wishContest)
    const mark = (name, isOn, picture, text, click) => html`<button type="button" class="mark" aria-pressed=${isOn ? 'true' : 'false'}
      aria-label=${name} @click=${click}>${picture}<span>${text}</span></button>`
    return html`<div class="marks">${mark(t('contest.like', { n: likeCount }), likedByMe, icon('heart'), likeCount ? numberText(likeCount) : t('contest.like-do'), like)}${
      mark(t('contest.wish'), wishedByMe, icon('bookmark'), t('contest.wish'), wish)}</div>`
  }

  function mine(contest) {
    const { me } = contest
    if (me?.state !== 'joined' || contest.state === 'scheduled') return null
    const target = me.target ?? contest.goal
    const share = Math.min(1, Number(contest.progress ?? 0))
    const value = valueText({ ...contest, score: 'raw' }, me.value ?? 0)
    const of = target === undefined ? value : t('contest.of', { value: amountText(me.value ?? 0), target: valueText({ ...contest, score: 'raw' }, target) })
    if (!contest.unit && contest.aggregation !== 'daysActive') {
      return contest.isCompleted ? html`<p><strong>${t('contest.did-complete')}</strong></p>` : null
    }
    return html`<div class="mine"><p><strong>${of}</strong>${contest.isCompleted ? ` · ${t('contest.reached')}` : ''}</p>${
      target === undefined ? null : html`<progress max="1" .value=${share} aria-label=${of}></progress>`}${
      me.isFlagged ? html`<p class="hint">${t('contest.flagged')}</p>` : null}</div>`
  }

  function shown(contest) {
    const isPlain = contest.state === 'draft'
    watch(contest)
    const options = optionsOf('tab.', Object.keys(makers))
    made[tab] ??= makers[tab](deck)
    made.about ??= isPlain ? makers.about(deck) : undefined
    const { owner } = contest
    return html`<div class="form">
      <div class="title-line">${contestChip(contest)}<span class="secondary">${timeLine(contest)}</span></div>
      ${personLead(owner, t(`kind.${contest.kind}.by`, { name: nameOf(owner) }))}
      ${contest.caption ? html`<p class="prose">${contest.caption}</p>` : null}
      ${contest.state === 'settling' ? html`<p>${t('contest.settling-what')}</p>` : null}
      ${mine(contest)}
      ${write.problem && !acts.isAsking() ? problemBanner(write.problem) : null}
      ${problemBanner(marking.likedByMe.problem ?? marking.wishedByMe.problem)}
      ${acts.view(contest)}
      ${contest.state === 'completed' && contest.kind === 'competition'
        ? linkButton(`/contests/${id}/result`, t('result.title'), { icon: 'trophy', isMain: true }) : null}
      ${marks(contest)}
      ${isPlain ? made.about.view() : tabs({ label: contest.name, options, value: tab, pick, view: () => made[tab].view() })}
    </div>`
  }

  return {
    title: () => part.value?.name ?? t('contest.word'),
    view: () => stateOf(part, shown, { bones: 6 }),
    leave: () => timers.forEach(clearTimeout)
  }
}
