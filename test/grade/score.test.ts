import t from 'tap'
import { scoreOf, scoresBy } from '../../src/grade/score.js'
import type { DefectResult, Outcome } from '../../src/grade/types.js'

function results(...outcomes: Outcome[]): DefectResult[] {
  return outcomes.map((outcome, index) => ({
    code: `TB-00${index}`,
    name: `defect-${index}`,
    title: 'A title.',
    rule: 'A rule.',
    area: index % 2 === 0 ? 'lists' : 'search',
    severity: index === 0 ? 'critical' : 'minor',
    difficulty: 'easy',
    outcome,
    reach: null,
    exposedBy: '',
    evidence: null,
    output: null,
    earlierRun: null,
    run: null,
  }))
}

t.test('the score is the share of found defects, rounded down', async (t) => {
  t.strictSame(scoreOf(results('found', 'found', 'missed')), { found: 2, total: 3, percent: 66.6 })
  t.strictSame(scoreOf(results('found')), { found: 1, total: 1, percent: 100 })
  t.strictSame(scoreOf(results('missed')), { found: 0, total: 1, percent: 0 })
  const almost = results(...Array<Outcome>(1999).fill('found'), 'missed')
  t.equal(scoreOf(almost).percent, 99.9, 'only a suite that finds everything has 100')
})

t.test('a run without requests and a defect that was not run do not count as found', async (t) => {
  t.strictSame(scoreOf(results('found', 'error', 'not-run', 'missed')), { found: 1, total: 4, percent: 25 })
  t.strictSame(scoreOf([]), { found: 0, total: 0, percent: 0 })
})

t.test('scores are also computed by area and by severity', async (t) => {
  const defects = results('found', 'missed', 'found', 'found')
  t.strictSame(scoresBy(defects, 'area'), {
    lists: { found: 2, total: 2, percent: 100 },
    search: { found: 1, total: 2, percent: 50 },
  })
  t.strictSame(scoresBy(defects, 'severity'), {
    critical: { found: 1, total: 1, percent: 100 },
    minor: { found: 2, total: 3, percent: 66.6 },
  })
})
