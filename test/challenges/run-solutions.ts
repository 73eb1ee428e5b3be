import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Test } from 'tap'
import { CHALLENGES } from '../../src/challenges/catalogue/index.js'
import type { Challenge } from '../../src/challenges/challenge.js'
import { createBoard, type TestBoard } from '../boards/board.js'
import { type Json, startService } from '../helper.js'
import { inTurn } from '../length.js'
import { shell } from '../shell.js'
import { startJq } from '../stand-in-jq.js'

/** The number of scripts that run at the same time. */
const AT_ONCE = 4

/** The delay of a slow response in milliseconds: the shortest. Solutions that give up wait for one second. */
const SLOW = 2000

/** The faults of the first two responses of buggy, by challenge. */
const SCRIPTS: Record<string, string[][]> = {
  'retry-read': [['server-error'], []],
  'retry-create': [['server-error'], []],
}

/** The challenges that are solved by requests that the journal does not have. */
const UNLISTED = ['not-modified', 'options']

/** What is in front of the service. */
export interface Front {
  /** Starts it. Returns its base URL. */
  start(port: number): Promise<string>
  /** The challenges that cannot be solved through it. */
  excluded: readonly string[]
}

/** Starts a service that listens, and returns a function that runs commands on a new board. */
async function startBoards(t: Test, front?: Front) {
  const service = await startService(t, {
    ...(front && { trustProxy: true }),
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, SLOW))
        signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve()
        })
      }) as never,
  })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  const base = front === undefined ? `http://127.0.0.1:${port}` : await front.start(port)
  const bin = join(t.testdir(), 'bin')
  await mkdir(bin)
  const clock = createServer((request, response) => {
    service.clock.now += Number(request.url?.slice(1)) * 1000
    response.end()
  })
  await once(clock.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => clock.close())
  const write = (name: string, script: string) => writeFile(join(bin, name), script, { mode: 0o755 })
  await write('jq', await startJq(t))
  await write('sleep', `#!/bin/sh\nexec curl -s http://127.0.0.1:${(clock.address() as AddressInfo).port}/$1\n`)
  const limit = pLimit(AT_ONCE)

  async function run(challenge: Challenge, commands: string): Promise<TestBoard> {
    const board = await createBoard(service, { fixture: 'demo' })
    const { claim, name } = challenge
    const script = SCRIPTS[name] ?? (claim === undefined || claim === 'none' ? [] : [[claim]])
    await board.asOwner('PUT /faults', { json: { script, scriptEnd: 'repeat' } })
    const folder = join(bin, board.id)
    await mkdir(folder)
    await limit(() =>
      shell(folder, commands, {
        PATH: `${bin}:${process.env.PATH}`,
        BOARD: `${base}/b/${board.id}`,
        JSON: 'Content-Type: application/json',
      }),
    )
    return board
  }

  return { run }
}

/** Returns how a board shows a challenge. */
async function challengeOf({ send }: TestBoard, name: string): Promise<Json> {
  return (await send('GET /challenges')).json.challenges.find((challenge: Json) => challenge.name === name)
}

/**
 * Asserts that the solution of each challenge solves it, as its last request, and that its near miss does not. `npm test` runs
 * one of the two.
 *
 * @param front what is in front of the service
 */
export async function assertSolutions(t: Test, front?: Front): Promise<void> {
  const { run } = await startBoards(t, front)
  const challenges = CHALLENGES.filter(({ name }) => !front?.excluded.includes(name))

  async function trySolution(challenge: Challenge) {
    const { name } = challenge
    const board = await run(challenge, challenge.solution)
    const shown = await challengeOf(board, name)
    const [latest] = (await board.send('GET /requests')).json.content
    t.equal(shown.solved, true, `the solution of ${name}`)
    // The journal has no requests outside of the variants.
    if (challenge.claim === undefined && !UNLISTED.includes(name)) t.equal(shown.requestId, latest.requestId, name)
  }

  async function tryNearMiss(challenge: Challenge) {
    const board = await run(challenge, challenge.nearMiss)
    t.equal((await challengeOf(board, challenge.name)).solved, false, `the near miss of ${challenge.name}`)
  }

  // Its solution changes the clock of all boards.
  const isPatient = ({ solution }: Challenge) => solution.includes('sleep')
  const triesOf = (challenge: Challenge, index: number) =>
    isPatient(challenge) ? [tryNearMiss] : inTurn([trySolution, tryNearMiss], index)
  await Promise.all(
    challenges.flatMap((challenge, index) => triesOf(challenge, index).map((attempt) => attempt(challenge))),
  )
  for (const challenge of challenges.filter(isPatient)) await trySolution(challenge)
}
