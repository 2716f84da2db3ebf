// Goals: those under way, each with its one action, and the streak of all of them.

import { api } from '../api.js'
import { goalActs, goalRow } from '../goals.js'
import { presetLinks } from '../presets.js'
import { empty, heading, icon, listOf, problemBanner, writing } from '../parts.js'
import { streakLine, streaksOf } from '../streaks.js'
import { liveList } from '../store.js'
import { html } from '../template.js'
import { t } from '../text.js'

export function open(context) {
  const write = writing(context)
  const acts = goalActs(context, write)
  const goals = liveList(context, 'list:goals', 'goal', ({ signal, cursor }) =>
    api.listGoals({ signal, query: { list: 'active', limit: 50, cursor } }))
  const streaks = streaksOf(context)
  const presets = presetLinks(context)

  function view() {
    const streak = (streaks.rows ?? []).find((one) => !one.goalID)
    return html`${heading(t('nav.goals'))}
      <div class="form">
        ${problemBanner(write.problem)}
        <div class="actions"><a class="button" href="/new/goal">${icon('plus')}<span>${t('goal.new')}</span></a><a
          class="button" href="/history">${icon('clock')}<span>${t('nav.history')}</span></a></div>
        ${listOf(goals, {
          label: t('nav.goals'), view: (goal) => goalRow(goal, acts, write),
          none: html`<div class="form">${empty(t('goal.none'))}${presets()}</div>`
        })}
        ${streak ? streakLine(context, write, streak) : null}
      </div>`
  }
  return { title: () => t('nav.goals'), view }
}
