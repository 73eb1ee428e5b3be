import t from 'tap'
import { PROFILES } from '../../../src/api/buggy/profiles.js'
import { createScript } from '../../../src/classroom/drills/script.js'
import { DRILL_PROFILES } from '../../../src/rules/client-habits/drill.js'

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed)

/** The faults that break a response, as lists of those of the attempts of each request of a client that never repeats. */
function facedOnce(script: ReturnType<typeof createScript>): Record<'creates' | 'changes' | 'reads', string[]> {
  const face = (count: number, method: string, targetOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => script({ method, target: targetOf(index) }))
      .flat()
      .filter((name) => name !== 'overload')
  return {
    creates: face(20, 'POST', () => '/tasks'),
    changes: face(10, 'PUT', (index) => `/tasks/${index}`),
    reads: face(10, 'GET', (page) => `/tasks?page=${page}&size=2`),
  }
}

t.test('a client meets each situation of a profile, even if it never repeats a request (decision 153)', async (t) => {
  for (const profile of DRILL_PROFILES) {
    const rates = PROFILES[profile] ?? {}
    const possible = (names: string[]) => names.filter((name) => (rates[name] ?? 0) > 0).sort()
    for (const seed of SEEDS) {
      const { creates, changes, reads } = facedOnce(createScript(profile, seed))
      const repeatable = ['server-error', 'connection-reset', 'lost-response']
      t.strictSame(
        creates.sort(),
        possible([...repeatable, 'rate-limited', 'unavailable', 'html-error', 'slow-response']),
        `${profile} ${seed}: creates`,
      )
      t.strictSame(changes.sort(), possible([...repeatable, 'unavailable', 'slow-response']))
      const ofBodies = ['truncated-body', 'empty-response', 'malformed-json', 'wrong-content-type', 'slow-body']
      t.strictSame(reads.sort(), possible([...repeatable, ...ofBodies, 'html-error', 'rate-limited']))
    }
  }
})

t.test('a request has at most two faults, whatever other requests do (decision 153)', async (t) => {
  for (const seed of SEEDS) {
    const script = createScript('hostile', seed)
    const attempts = new Map<string, number>()
    for (const round of [0, 1, 2, 3]) {
      for (let page = 0; page < 10; page++) {
        const faults = script({ method: 'GET', target: `/tasks?size=2&page=${page}` })
        const [name] = faults.filter((fault) => fault !== 'overload')
        if (name !== undefined) attempts.set(`${page}`, round + 1)
      }
    }
    t.equal(Math.max(...attempts.values()), 2)
    t.equal(attempts.size, 10)
  }
})

t.test('creates that follow each other never have two faults', async (t) => {
  for (const seed of SEEDS) {
    const script = createScript('hostile', seed)
    const hasFault = Array.from({ length: 40 }, () => script({ method: 'POST', target: '/tasks' }).length > 1)
    t.notOk(hasFault.some((faulty, index) => faulty && hasFault[index + 1]))
  }
})

t.test('the seed decides which request has which fault, and other requests have none', async (t) => {
  const facedWith = (seed: number) => JSON.stringify(facedOnce(createScript('network', seed)))
  t.equal(facedWith(1), facedWith(1))
  t.ok(new Set(SEEDS.map(facedWith)).size > 40)
  const script = createScript('network', 1)
  for (const target of ['/tasks?search=x', '/tasks?page=0&size=20', '/tasks/1', '/tasks/999999']) {
    t.strictSame(script({ method: 'GET', target }), [])
  }
  t.strictSame(script({ method: 'DELETE', target: '/tasks/1' }), [])
  t.strictSame(createScript('throttled', 1)({ method: 'GET', target: '/tasks/1' }), ['overload'])
})
