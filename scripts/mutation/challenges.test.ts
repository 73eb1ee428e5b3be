import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from '../../src/contract/parse.js'
import { CHALLENGES } from '../../src/rules/challenges/catalogue.js'
import { judgeSteps } from '../../src/rules/challenges/judge.js'
import { createFinder, marksOf } from '../../src/rules/challenges/marks.js'
import type { Observed } from '../../src/rules/challenges/observed.js'
import type { Recorded } from './recorded.js'

const RECORDED: Recorded[] = JSON.parse(readFileSync('build/mutation/challenges.json', 'utf8'))

for (const [index, { challenge, isSolved, exchanges }] of RECORDED.entries()) {
  t.test(`${challenge}: ${isSolved ? 'solution' : 'near miss'} ${index}`, async (t) => {
    const find = createFinder(CHALLENGES)
    const entries = exchanges.map(({ query, faults, sentHeaders, headers, ...exchange }) => {
      const observed: Observed = {
        ...exchange,
        received: parse(exchange.json) ?? {},
        query: new URLSearchParams(query),
        faults: new Set(faults),
        sentHeader: valueIn(sentHeaders),
        header: valueIn(headers),
      }
      const marks = marksOf(
        find(observed, {}, () => true),
        observed,
      )
      return { challenges: { restarts: 0, marks }, requestId: 'x', time: 'x' }
    })
    const { solutions } = judgeSteps(entries, {}, [])
    t.equal(
      solutions.some((solution) => solution.challenge === challenge),
      isSolved,
    )
  })
}

function valueIn(headers: Record<string, string | null>) {
  return (name: string) => {
    const value = headers[name]
    if (value === undefined) throw new Error(`The header ${name} was not recorded`)
    return value ?? undefined
  }
}
