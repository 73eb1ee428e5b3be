import t from 'tap'
import { gradeScoreOf, scoresBy } from '../../../src/commands/grade/report/score.js'
import { curveOf, decisiveRun, type ToolRun } from '../../../src/commands/grade/tools/tool-score.js'
import type { DefectResult, Outcome } from '../../../src/commands/grade/types.js'
import { DEFECT, EVIDENCE, RUN } from './results.js'

function results(...outcomes: Outcome[]): DefectResult[] {
  return outcomes.map((outcome, index) => ({
    ...DEFECT,
    area: index % 2 === 0 ? 'lists' : 'search',
    severity: index === 0 ? 'critical' : 'minor',
    outcome,
  }))
}

t.test('the score is the share of found defects, rounded down', async (t) => {
  t.strictSame(gradeScoreOf(results('found', 'found', 'missed')), { found: 2, total: 3, percent: 66.6 })
  t.strictSame(gradeScoreOf(results('found')), { found: 1, total: 1, percent: 100 })
  t.strictSame(gradeScoreOf(results('missed')), { found: 0, total: 1, percent: 0 })
  const almost = results(...Array<Outcome>(1999).fill('found'), 'missed')
  t.equal(gradeScoreOf(almost).percent, 99.9, 'only a suite that finds everything has 100')
})

t.test('a run without requests and a defect that was not run do not count as found', async (t) => {
  t.strictSame(gradeScoreOf(results('found', 'error', 'not-run', 'missed')), { found: 1, total: 4, percent: 25 })
  t.strictSame(gradeScoreOf([]), { found: 0, total: 0, percent: 0 })
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

let seeds = 0

/**
 * Creates a run of a tool.
 *
 * @param number the number of the first request that the defect affected; without it, the defect affected none
 */
function toolRun(outcome: Outcome, number?: number): ToolRun {
  const evidence = number === undefined ? null : { ...EVIDENCE, first: { ...EVIDENCE.first, number } }
  return { ...RUN, seed: ++seeds, outcome, evidence, findings: [], requests: 100 }
}

t.test('the curve of a tool counts a defect from the earliest request with which a run found it', async (t) => {
  const defects = [
    { runs: [toolRun('found', 40), toolRun('missed', 1), toolRun('found', 7)] },
    { runs: [toolRun('found', 7), toolRun('unrelated')] },
    { runs: [toolRun('found', 3)] },
    { runs: [toolRun('missed', 2)] },
  ]
  t.strictSame(curveOf(defects), [
    { requests: 3, found: 1 },
    { requests: 7, found: 3 },
  ])
})

t.test('the run of a tool that says most found the defect, or else came nearest to it', async (t) => {
  const [error, unrelated, far] = [toolRun('error'), toolRun('unrelated'), toolRun('missed')]
  const [near, found] = [toolRun('missed', 5), toolRun('found', 5)]
  const runs = [error, unrelated, far, near, found]
  for (let count = runs.length; count > 0; count--) t.equal(decisiveRun(runs.slice(0, count)), runs[count - 1])
  t.equal(decisiveRun([]), undefined)
})
