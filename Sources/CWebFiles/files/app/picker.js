// Choosing friends, each with a box to tick.

import { api } from './api.js'
import { avatar, button, empty, stateOf, textField } from './parts.js'
import { liveList } from './store.js'
import { html, keyed } from './template.js'
import { nameOf, t } from './text.js'

/// The friends of the person, to choose from. `picked()` has the ids of the chosen ones, and
/// `pick(id, isPicked)` is told of each change; `skips(friend)` leaves some out.
export function friendPicker(context, { picked, pick, skips = () => false, none = 'picker.none' }) {
  const friends = liveList(context, 'list:friends', 'person', ({ signal, cursor }) =>
    api.listFriends({ signal, query: { limit: 100, cursor } }))
  let search = ''

  function people() {
    const wanted = search.trim().toLocaleLowerCase()
    const matches = (friend) => `${friend.firstName} ${friend.lastName} ${friend.username}`.toLocaleLowerCase().includes(wanted)
    const known = friends.rows.filter((friend) => !friend.placeholder && !skips(friend))
    const shown = known.filter((friend) => !wanted || matches(friend))
    if (!known.length) {
      return empty(t(none), html`<a class="button" href="/friends"><span>${t('friends.find')}</span></a>`)
    }
    const isLong = shown.length > 5
    return html`${known.length > 8 ? textField({
        id: 'search', label: t('friends.filter'), type: 'search', value: search,
        input: (value) => { search = value; context.update() }
      }) : null}
      <div class="people" tabindex=${isLong ? '0' : null} role=${isLong ? 'group' : null}
        aria-label=${isLong ? t('friends.title') : null}>${keyed(shown, ({ id }) => id, (friend) => html`<label>
        <input type="checkbox" .checked=${picked().includes(friend.id)}
          @change=${(event) => pick(friend.id, event.target.checked)}>${avatar(friend)}<span>${nameOf(friend)}</span></label>`)}</div>
      ${friends.value.cursor ? button({ text: t('do.more'), click: () => friends.more(), isBusy: friends.isLoading }) : null}`
  }

  return { friends, view: () => stateOf(friends, people, { bones: 3 }) }
}
