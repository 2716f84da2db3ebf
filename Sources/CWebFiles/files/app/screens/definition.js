// A workout or another definition: what to do, who likes it, how difficult it is, and what one can
// do with it: send it to friends, take it as a goal, rate it, change it.

import { amountText, categoryText, clockText, unitText } from '../amounts.js'
import {
  api, ask, avatar, button, choice, go, html, icon, keyed, linkButton, listOf, live, liveList, nameOf, note,
  numberText, personRow, problemBanner, rowByUser, session, stateOf, store, t, writing
} from '../base.js'
import { sure } from '../dialogs.js'
import { photoGrid, photosBy } from '../photos.js'

export function open(context) {
  const { id } = context.params
  const key = `definition:${id}`
  const write = writing(context)
  const part = live(context, key, api.getDefinition, { id })
  let rating = null
  const categories = liveList(context, 'list:categories', 'category', api.listCategories, { limit: 100 })

  /// Likes and wishes show at once, and go back if they are refused.
  async function turn(field, isOn, send) {
    const before = part.value
    const count = field === 'likedByMe' ? { likeCount: before.likeCount + (isOn ? 1 : -1) } : {}
    store.put(key, { ...before, [field]: isOn, ...count })
    if (!(await write.run(field, isOn, send))) store.put(key, before)
    else store.expire('list:')
  }

  const like = (isOn) => turn('likedByMe', isOn, (once) => (isOn ? api.likeDefinition({ id, key: once }) : api.unlikeDefinition({ id, key: once })))
  const wish = (isOn) => turn('wishedByMe', isOn, (once) => (isOn ? api.wishDefinition({ id, key: once }) : api.unwishDefinition({ id, key: once })))

  async function rate(stars) {
    rating = stars
    const done = await write.run('rate', stars, async (once) => {
      if (stars === '0') await api.withdrawRating({ id, key: once })
      else await api.rateDefinition({ id, body: { stars: Number(stars) }, key: once })
      await part.load()
      return true
    })
    rating = null
    if (done) note(t('settings.saved'))
    context.update()
  }

  async function remove() {
    if (!(await sure(context, 'ask.workout-delete', t('do.delete')))) return
    const { version } = part.value
    if (!(await write.run('delete', null, (once) => api.deleteDefinition({ id, version, key: once })))) return part.load()
    store.drop(key)
    store.expire('list:')
    note(t('workout.gone'))
    go('/new', { replaces: true })
  }

  function likers() {
    const list = liveList(context, `list:likes-${id}`, `like-${id}`, api.listLikes, { limit: 50 }, { id, rowOf: rowByUser })
    ask(() => html`<div class="form"><h2 id="dialog-title">${t('like.who')}</h2>${
      listOf(list, { view: ({ user }) => personRow(user), label: t('like.who') })}</div>`, context.update).then(() => context.parts.splice(context.parts.indexOf(list), 1))
  }

  function facts(one) {
    const category = one.category && categoryText(categories.rows?.find((row) => row.id === one.category) ?? { id: one.category, name: one.category })
    const all = [
      category && [t('workout.category'), category],
      one.target !== undefined && [t('goal.target'), `${amountText(one.target)} ${unitText(one.unit ?? '')}`],
      one.targetSeconds && [t('workout.time'), clockText(one.targetSeconds * 1000)],
      one.timer !== 'none' && [t('timer.word'), t(`timer.${one.timer}`)],
      one.proof !== 'optional' && [t('field.proof'), t(`proof.${one.proof}`)],
      [t('workout.difficulty'), one.difficulty ? t('workout.of-five', { mean: numberText(one.difficulty.mean), n: one.difficulty.count }) : t('workout.unrated')]
    ].filter(Boolean)
    return html`<dl class="facts">${keyed(all, ([name]) => name, ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
  }

  function shown(one) {
    const isMine = one.author?.id === session.user.id
    return html`<div class="form">
      ${one.caption ? html`<p>${one.caption}</p>` : null}
      ${one.author ? html`<a class="lead" href=${one.author.placeholder ? null : isMine ? '/me' : `/people/${one.author.id}`}>${avatar(one.author)}<span>${
        t('workout.by', { name: nameOf(one.author) })}</span></a>` : null}
      ${one.photos.length ? photoGrid(context, photosBy(one.author ? nameOf(one.author) : 'Gauntlet', one.photos), () => part.load()) : null}
      ${one.description ? html`<p class="prose">${one.description}</p>` : null}
      ${facts(one)}
      ${problemBanner(write.problem)}
      <div class="actions">${
        linkButton(`/new/dare?definition=${id}`, t('workout.send'), { isMain: true })}${linkButton(`/new/goal?from=${id}`, t('workout.as-goal'))}</div>
      <div class="actions">
        <button type="button" class="button" aria-pressed=${one.likedByMe ? 'true' : 'false'} @click=${() => like(!one.likedByMe)}>${icon('heart')}<span>${t('like.do')}</span></button>
        <button type="button" class="button" aria-pressed=${one.wishedByMe ? 'true' : 'false'} @click=${() => wish(!one.wishedByMe)}>${icon('bookmark')}<span>${t('wish.do')}</span></button>
        ${one.likeCount ? button({ text: t('like.count', { n: one.likeCount }), click: likers }) : null}</div>
      ${isMine ? html`<div class="actions">${linkButton(`/new/workout?change=${id}`, t('do.change'))}${
        button({ text: t('do.delete'), isDanger: true, isBusy: write.busy === 'delete', click: remove })}</div>` : choice({
        name: 'rating', legend: t('workout.rate'), value: rating ?? String(one.myRating ?? 0), pick: rate, hint: t('workout.rate-hint'),
        options: ['0', '1', '2', '3', '4', '5'].map((number) => [number, number === '0' ? t('workout.no-rating') : numberText(Number(number))])
      })}
    </div>`
  }

  return {
    title: () => part.value?.name ?? t('workout.word'),
    view: () => stateOf(part, shown, { bones: 5 })
  }
}
