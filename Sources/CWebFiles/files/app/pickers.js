// Choosing friends, and days of the week.

import {
  api, avatar, button, empty, errorLine, html, keyed, linkButton, liveList, nameOf, stateOf, t, textField,
  weekdayText
} from './base.js'

/// The friends of the person, to choose from. `picked()` has the ids of the chosen ones, and
/// `pick(id, isPicked)` is told of each change.
export function friendPicker(context, { picked, pick, none = 'picker.none' }) {
  const friends = liveList(context, 'list:friends', 'person', api.listFriends, { limit: 100 })
  let search = ''

  function people() {
    const wanted = search.trim().toLocaleLowerCase()
    const matches = (friend) => `${friend.firstName} ${friend.lastName} ${friend.username}`.toLocaleLowerCase().includes(wanted)
    const known = friends.rows.filter((friend) => !friend.placeholder)
    const shown = known.filter((friend) => !wanted || matches(friend))
    if (!known.length) {
      return empty(t(none), linkButton('/friends', t('friends.find')))
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

/// `value` has numbers: 1 is Monday. `pick` gets the new ones, ascending.
export function weekdays({ legend, value, pick, error, most = 7 }) {
  const turn = (number, isOn) => {
    const days = value.filter((one) => one !== number)
    if (isOn) days.push(number)
    pick(days.sort())
  }
  return html`<fieldset class="choice"><legend>${legend}</legend><div class="chips">${keyed([1, 2, 3, 4, 5, 6, 7], (number) => number, (number) => {
    const isOn = value.includes(number)
    return html`<label class="option"><input type="checkbox" aria-label=${weekdayText(number, 'long')} .checked=${isOn}
      ?disabled=${!isOn && value.length >= most} @change=${(event) => turn(number, event.target.checked)}><span>${weekdayText(number)}</span></label>`
  })}</div>${errorLine(error)}</fieldset>`
}
