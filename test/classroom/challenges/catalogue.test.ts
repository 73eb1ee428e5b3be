import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { renderChallenges, renderSolutions } from '../../../scripts/challenge-pages.js'
import { CHALLENGES, challengesOf } from '../../../src/rules/challenges/catalogue.js'
import { operationOf } from '../../../src/rules/challenges/challenge.js'
import { LEVELS } from '../../../src/rules/challenges/levels.js'
import { PATHS, selectChallenges } from '../../../src/rules/challenges/paths.js'
import { SPECIFIED } from '../../kit/helper.js'

const DOCS = join(import.meta.dirname, '../../../docs')
const names = CHALLENGES.map(({ name }) => name)

t.test('the pages of the challenges are up to date', async (t) => {
  t.equal(readFileSync(join(DOCS, 'challenges.md'), 'utf8'), renderChallenges())
  t.equal(readFileSync(join(DOCS, 'challenges-solutions.md'), 'utf8'), renderSolutions())
})

t.test('at least 80 challenges have different names, all levels and all faults of the specification', async (t) => {
  t.ok(names.length >= 80)
  const all = [...names, ...PATHS.map(({ name }) => name)]
  t.equal(new Set(all).size, all.length)
  t.strictSame([...new Set(CHALLENGES.map(({ level }) => level))], [...LEVELS])
  for (const name of SPECIFIED) t.ok(names.includes(`reproduce-${name}`) && names.includes(`find-${name}`), name)
})

t.test('a challenge is solved by requests or by a claim', async (t) => {
  for (const { name, steps, claim } of CHALLENGES) t.equal(steps.length === 0, claim !== undefined, name)
})

t.test('the operation of a challenge is in the document of v2', async (t) => {
  const { paths } = JSON.parse(readFileSync(join(DOCS, '../openapi/v2.json'), 'utf8'))
  const operations = CHALLENGES.flatMap((challenge) => operationOf(challenge) ?? [])
  t.ok(operations.length > names.length / 2)
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ')
    t.ok(paths[path][method.toLowerCase()], operation)
  }
  const sequence = CHALLENGES.find(({ name }) => name === 'replace-clears')
  t.equal(sequence && operationOf(sequence), 'PUT /tasks/{id}', 'that of the request which solves the challenge')
})

t.test('a path names challenges that exist, each once', async (t) => {
  for (const { name, challenges } of PATHS) {
    const selected = selectChallenges(CHALLENGES, [name]).map((challenge) => challenge.name)
    t.strictSame(selected, challenges)
  }
  const chosen = selectChallenges(CHALLENGES, ['login', 'auth', 'unknown'])
  const names = chosen.map(({ name }) => name)
  t.strictSame(names, PATHS.find(({ name }) => name === 'auth')?.challenges)
})

t.test('the earlier edition has no challenges (decision 134)', async (t) => {
  t.strictSame(challengesOf('earlier'), [])
  t.equal(challengesOf('current'), CHALLENGES)
})
