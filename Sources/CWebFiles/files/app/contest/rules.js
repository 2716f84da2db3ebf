// What counts in a contest, as sentences.

import { valueText } from '../contests.js'
import { t } from '../text.js'

/// The rules as sentences.
export function rulesOf(contest) {
  const { aggregation, direction, score, unit, goal, proof, wholeNumbers, sources, capacity } = contest
  return [
    unit || aggregation === 'daysActive' ? t(`rule.${aggregation}`) : t('rule.complete'), unit && t('rule.unit', { unit: `\u2068${unit}\u2069` }),
    score === 'percent' && t('rule.percent'), direction === 'lower' && t('rule.lower'),
    goal !== undefined && t('rule.goal', { value: valueText(contest, goal) }), wholeNumbers && t('rule.whole'),
    proof !== 'optional' && t(`rule.proof-${proof}`), sources === 'device' && t('rule.device'),
    t(`visible.${contest.visibility}.what`), contest.needsApproval && t('rule.approval'),
    contest.membersMayInvite && t('rule.members'), contest.locksLate && t('rule.locks'),
    capacity && capacity < 10_000 && t('rule.capacity', { n: capacity })
  ].filter(Boolean)
}
