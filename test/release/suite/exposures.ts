import pLimit from 'p-limit'
import { caseOf, DEFECTS } from '../../../src/api/defects/catalogue.js'
import { playExposure } from '../../commands/suggest/play.js'
import { sample } from '../../kit/length.js'
import { normalise, showHeaders } from './normalise.js'
import type { Part, Transcripts } from './suite.js'
import { createBoardOf, readLog } from './target.js'

/** The number of boards that are tested at the same time. */
const AT_ONCE = 4

/** How often an exposure is tried whose requests at the same time can miss each other. */
const ATTEMPTS = 10

/** Plays the exposure of each defect on a board without defects, which passes, and on a board with the defect, which fails. */
export const exposures: Part = async (t, target) => {
  const transcripts: Transcripts = {}

  async function play(name: string, isDefective: boolean) {
    const { steps, cleanUp } = caseOf({ name })
    const isRace = steps.some(({ send }) => Array.isArray(send))
    let isFound = false
    for (let attempt = 0; attempt < (isRace && isDefective ? ATTEMPTS : 1) && !isFound; attempt++) {
      const board = await createBoardOf(t, target, { defects: isDefective ? [name] : [] })
      const exchanges: string[] = []
      const failures = await playExposure(
        { steps, cleanUp, variant: 'v2' },
        {
          url: `${board.url}/api/v2`,
          run: 'run',
          wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
          async fetch(url, init) {
            const response = await fetch(url, init)
            const body = await response.clone().text()
            exchanges.push(`${init.method} ${url} ${response.status}\n${showHeaders(response.headers)}\n${body}\n`)
            return response
          },
        },
      )
      isFound = failures.length > 0
      const effects = (await board.asOwner('GET /defects/effects')).json
      const shown = [...failures, effects, ...(await readLog(board))].map((each) => JSON.stringify(each))
      // The order of requests at the same time is not defined.
      transcripts[`${name}: ${isDefective}`] = isRace ? String(isFound) : normalise([...exchanges, ...shown].join('\n'))
    }
    t.equal(isFound, isDefective, `${name} on a board that ${isDefective ? 'has it' : 'has no defect'}`)
  }

  const limit = pLimit(AT_ONCE)
  await Promise.all(
    sample(DEFECTS, 16).flatMap(({ name }) => [false, true].map((isDefective) => limit(() => play(name, isDefective)))),
  )
  return transcripts
}
