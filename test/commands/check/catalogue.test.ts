import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CHECKS } from '../../../src/commands/check/areas.js'
import { area } from '../../../src/commands/check/check.js'
import { selectChecks } from '../../../src/commands/check/index.js'

const ROOT = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The sections of the specification that state rules. Section 6 states that there are no events. */
const SECTIONS = [1, 2, 3, 4, 5, 7, 8, 9]

t.test('the kit has at least 250 checks of v1, each with its own id and title', async (t) => {
  const ofV1 = CHECKS.filter(({ variants, editions }) => variants.includes('v1') && editions.includes('current'))
  t.ok(ofV1.length >= 250, `${ofV1.length} checks`)
  t.equal(new Set(CHECKS.map(({ id }) => id)).size, CHECKS.length)
  for (const { id, title } of CHECKS) {
    t.match(title, /^[^a-z].*\.$/s, id)
    t.notMatch(id, /\s/)
  }
})

t.test('checks prove rules of every section of the specification', async (t) => {
  for (const section of SECTIONS) {
    const found = CHECKS.filter((check) => check.section === `specification, section ${section}`)
    t.ok(found.length > 0, `section ${section}`)
  }
})

t.test('checks cite decisions that exist, and only they are of the level decided', async (t) => {
  const decisions = [...read('docs/decisions.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => `decision ${number}`)
  for (const { id, section, level } of CHECKS) {
    t.equal(level, section.startsWith('specification') ? 'required' : 'decided', id)
    if (level === 'decided') t.ok(decisions.includes(section), `${id}: ${section}`)
  }
})

t.test('checks are selected by level and by parts of their ids', async (t) => {
  t.strictSame(selectChecks({}), CHECKS)
  t.ok(selectChecks({ level: 'required' }).every(({ level }) => level === 'required'))
  const ids = (...only: string[]) => selectChecks({ only }).map(({ id }) => id)
  t.strictSame(ids('create/returns-201'), ['create/returns-201'])
  t.strictSame(ids('summary/after-*', 'list/size-1'), [
    'list/size-101',
    ...['create', 'delete', 'replace', 'reorder'].map((name) => `summary/after-${name}`),
  ])
  t.strictSame(ids('id-1.0'), ['tasks/id-1.0'])
  t.strictSame(ids('id-1x0'), [])
})

t.test('a step or an expectation that is not in the notation is refused before a check runs', async (t) => {
  const rules = area('name', 'current')
  const read = (step: string) => rules(`name | spec 4 | Title. | ${step}`)
  read('GET /tasks → 200 ; /content = []')
  t.equal(rules.checks.length, 1)
  t.throws(() => read('FETCH /tasks → 200'), { message: 'This is no request: FETCH /tasks' })
  for (const expectation of ['/id near 5', '/id is even', 'id = 5']) {
    t.throws(() => read(`GET /tasks → ${expectation}`), { message: `This is no expectation: ${expectation}` })
  }
  t.throws(() => rules('name | spec 4, buggi | Title. | GET /tasks'), { message: 'This is no scope of a check: buggi' })
})
