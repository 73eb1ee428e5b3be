import { build } from 'esbuild'
import t from 'tap'

/** The module is part of a page, so it is compiled for browsers. */
const { outputFiles } = await build({
  entryPoints: ['web/class/learners/learner-status.ts'],
  bundle: true,
  format: 'esm',
  write: false,
})
const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
const { statusOf } = await import(`data:text/javascript;base64,${source}`)

const NOW = Date.parse('2026-03-02T09:00:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

const LEARNER = {
  joined: true,
  lastActivity: ago(1),
  lastProgress: ago(2),
  requests: 20,
  challenges: { solved: 3, total: 16 },
}
const EXERCISE = { startsAt: ago(30), state: 'running' }

const CASES: [what: string, status: string, learner: object, exercise?: object | null][] = [
  ['has just found something', 'working', {}],
  ['has no board', 'not-joined', { joined: false, lastActivity: null }],
  ['uses a board without joining', 'working', { joined: false }],
  ['has joined, but has sent nothing', 'idle', { lastActivity: null }],
  ['has sent a request less than 5 minutes ago', 'working', { lastActivity: ago(4.9) }],
  ['has sent no request for 5 minutes', 'idle', { lastActivity: ago(5) }],
  ['has made progress less than 10 minutes ago', 'working', { lastProgress: ago(9.9) }],
  ['has made no progress for 10 minutes', 'stuck', { lastProgress: ago(10) }],
  ['has made no progress since the start', 'stuck', { lastProgress: null }],
  ['has only begun', 'working', { lastProgress: null, requests: 9 }],
  ['has worked for a short exercise', 'working', { lastProgress: null }, { startsAt: ago(9.9) }],
  ['has made progress only before the exercise', 'stuck', { lastProgress: ago(60) }],
  ['is without progress and without requests', 'idle', { lastProgress: null, lastActivity: ago(6) }],
  ['sends requests after the end', 'idle', {}, { state: 'ended' }],
  ['works without an exercise', 'working', { lastProgress: null }, null],
  ['has solved all challenges', 'done', { challenges: { solved: 16, total: 16 }, lastActivity: ago(60) }],
  ['has solved all without an exercise', 'working', { challenges: { solved: 16, total: 16 } }, null],
  ['has done everything right in a drill', 'done', { drill: { best: 100 } }],
  ['has no progress in the claims of a drill', 'working', { lastProgress: null, drill: { best: 60 } }],
  ['has no challenges', 'working', { challenges: { solved: 0, total: 0 } }],
]

for (const [what, status, learner, exercise = {}] of CASES) {
  t.test(`a learner who ${what} is ${status}`, async (t) => {
    const shown = exercise === null ? undefined : { ...EXERCISE, ...exercise }
    t.equal(statusOf({ ...LEARNER, ...learner }, shown, NOW), status)
  })
}
