import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import { judgeFile } from '../../../src/commands/judge/index.js'
import { CHALLENGES } from '../../../src/rules/challenges/catalogue.js'
import type { Challenge } from '../../../src/rules/challenges/challenge.js'
import type { Solution } from '../../../src/rules/challenges/judge.js'
import type { Json } from '../../kit/helper.js'
import { inTurn } from '../../kit/length.js'
import { shell } from '../../kit/shell.js'
import { startJq } from '../../kit/stand-in-jq.js'
import { normalise } from './normalise.js'
import type { Part, Transcripts } from './suite.js'
import { createBoardOf, readLog } from './target.js'

/** The number of scripts that run at the same time. */
const AT_ONCE = 4

/** The faults of the first two responses of buggy, by challenge. */
const SCRIPTS: Record<string, string[][]> = {
  'retry-read': [['server-error'], []],
  'retry-create': [['server-error'], []],
}

/** The challenges that are solved by requests that the log does not have. */
const UNLISTED = ['not-modified', 'options']

/** The challenges that cannot be solved behind a proxy. Their texts say so. */
const NOT_BEHIND_PROXY = ['unknown-expectation']

/** Its solution changes the clock of all boards. */
const isPatient = ({ solution }: Challenge) => solution.includes('sleep')

/**
 * Runs the solution and the near miss of each challenge on a new board. `npm test` runs one of the two. A solution solves its
 * challenge with its last request, and a near miss does not.
 */
export const challenges: Part = async (t, target) => {
  const folder = t.testdir({ bin: {}, '.curlrc': 'silent' })
  const bin = join(folder, 'bin')
  const write = (name: string, script: string) => writeFileSync(join(bin, name), script, { mode: 0o755 })
  write('jq', await startJq(t))
  const { clock } = target
  write('sleep', `#!/bin/sh\necho $(($(cat ${clock}) + $1 * 1000)) > ${clock}.new\nmv ${clock}.new ${clock}\n`)
  const transcripts: Transcripts = {}

  async function run(challenge: Challenge, kind: 'solution' | 'nearMiss') {
    const { claim, name } = challenge
    const board = await createBoardOf(t, target, { fixture: 'demo' })
    const script = SCRIPTS[name] ?? (claim === undefined || claim === 'none' ? [] : [[claim]])
    const faults = { profile: 'none', seed: 1, ...(script.length > 0 && { script, scriptEnd: 'repeat' }) }
    t.equal((await board.asOwner('PUT /faults', { json: faults })).status, 200)
    const cwd = join(folder, board.id)
    mkdirSync(cwd)
    const env = {
      CURL_HOME: folder,
      PATH: `${bin}:${process.env.PATH}`,
      BOARD: board.url,
      JSON: 'Content-Type: application/json',
    }
    const { output } = await shell(cwd, challenge[kind], env)
    const show = async (): Promise<Json> =>
      (await board.send('GET /challenges')).json.challenges.find((challenge: Json) => challenge.name === name)
    let shown = await show()
    // The service may notice only now that the client has disconnected.
    for (let tries = 0; kind === 'solution' && !shown.solved && tries < 50; tries++) {
      await setTimeout(20)
      shown = await show()
    }
    const log = (await readLog(board)) as Json[]
    t.equal(shown.solved, kind === 'solution', `the ${kind} of ${name}`)
    const saved = join(cwd, 'saved.log')
    writeFileSync(saved, (await board.asOwner('GET /requests?format=log')).bytes)
    const judged = (await judgeFile(saved)).data as { challenges: Solution[] }
    const solution = judged.challenges.find(({ challenge }) => challenge === name)
    t.equal(solution?.requestId ?? null, shown.requestId, `the saved log of the ${kind} of ${name}`)
    // The log has no requests outside of the variants.
    if (kind === 'solution' && claim === undefined && !UNLISTED.includes(name)) {
      t.equal(shown.requestId, log[0]?.requestId, name)
    }
    // The service chooses at random how a fault that the client has chosen changes the response.
    const isRandom = /Prefer: fault=(?!none)/.test(challenge[kind])
    const requests = isRandom ? log.map((request) => ({ ...request, size: null })) : log
    const lines = [isRandom ? '' : output, ...[shown, ...requests].map((each) => JSON.stringify(each))]
    transcripts[`${name}: ${kind}`] = normalise(lines.join('\n'))
  }

  const chosen = CHALLENGES.filter(({ name }) => !target.isProxy || !NOT_BEHIND_PROXY.includes(name))
  const limit = pLimit(AT_ONCE)
  await Promise.all(
    chosen.flatMap((challenge, index) =>
      inTurn(['solution', 'nearMiss'] as const, index)
        .filter((kind) => kind === 'nearMiss' || !isPatient(challenge))
        .map((kind) => limit(() => run(challenge, kind))),
    ),
  )
  for (const challenge of chosen.filter(isPatient)) await run(challenge, 'solution')
  return transcripts
}
