// Me: who the person is here, their points and rank, their picture, and the way to the rest.

import {
  api, avatar, heading, html, icon, keyed, live, liveList, nameOf, note, points, problemBanner, session,
  store, t, writing
} from '../base.js'
import { coin } from '../medals.js'

const links = [
  ['/friends', 'people', 'nav.friends'],
  ['/scoreboard', 'trophy', 'nav.scoreboard'],
  ['/goals', 'goal', 'nav.goals'],
  ['/history', 'clock', 'nav.history'],
  ['/gallery', 'photo', 'nav.gallery'],
  ['/me/lists', 'check', 'lists.mine'],
  ['/settings', 'settings', 'nav.settings']
]

export function open(context) {
  const me = live(context, 'me', api.getMe, {}, (account) => {
    store.put('me', account)
    session.know(account)
  })
  const rank = live(context, 'rank', api.getRank)
  // The overall streak comes first.
  const streak = live(context, 'my-streak', async ({ signal }) => {
    const { items } = await api.listStreaks({ signal, query: { limit: 1 } })
    return items[0] ?? {}
  })
  const medals = liveList(context, `list:medals-${session.user.id}`, 'medal', api.listMedals, { limit: 30 }, { id: session.user.id })
  const write = writing(context)

  async function choose(event) {
    const [file] = event.target.files
    event.target.value = ''
    if (!file) return
    const account = await write.run('avatar', file.name + file.lastModified, async (key) => {
      const { sendPhoto } = await import('../photos.js')
      const mediaID = await sendPhoto(file)
      return api.setAvatar({ body: { mediaID }, key })
    })
    if (!account) return
    store.put('me', { ...me.value, ...account })
    session.know(account)
    note(t('me.picture-set'))
  }

  function view() {
    const user = me.value ?? session.user
    return html`<div class="form">
      <div class="lead">${avatar(user, 72)}<div>${heading(nameOf(user))}<p class="secondary">@${user.username}</p></div></div>
      ${problemBanner(write.problem ?? me.problem)}
      <dl class="figures">
        <div><dt>${t('points.word', { n: user.points ?? 2 })}</dt><dd>${points(user.points)}</dd></div>
        <div><dt>${rank.value ? t('me.rank-of', { n: rank.value.players }) : t('me.rank')}</dt><dd>${points(rank.value?.rank)}</dd></div>
        <div><dt>${t('me.streak', { n: streak.value?.current ?? 2 })}</dt><dd>${points(streak.value?.current)}</dd></div>
      </dl>
      <div><label class="pick"><span class=${write.busy ? 'button is-busy' : 'button'}>${icon('photo')}<span>${t('me.picture')}</span></span><input
        type="file" accept="image/*" aria-label=${t('me.picture')} @change=${choose}></label></div>
      <ul class="links"><li><a href="/medals">${icon('medal')}<span>${t('nav.medals')}</span>${medals.rows?.length ? html`<span class="coins">${keyed(
        medals.rows.slice(0, 3), ({ id }) => id, (medal) => coin(medal))}</span>` : null}${icon('right')}</a></li><li><a href=${`/people/${user.id}/contests`}>${icon('flag')}<span>${t('contests.mine')}</span>${icon('right')}</a></li>${keyed(
        links, ([href]) => href, ([href, picture, word]) => html`<li><a href=${href}>${icon(picture)}<span>${t(word)}</span>${icon('right')}</a></li>`)}</ul>
    </div>`
  }
  return { title: () => t('nav.me'), headline: () => null, view }
}
