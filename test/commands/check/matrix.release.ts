/** Runs all checks on a board with each defect. It takes minutes: `npm test -- check`. */
import t from 'tap'
import { DEFECTS } from '../../../src/api/defects/catalogue.js'
import { CHECKS } from '../../../src/commands/check/areas.js'
import { createBoard } from '../../kit/board.js'
import { startService } from '../../kit/helper.js'
import { CHECKS_OF_DEFECTS } from './checks-of-defects.js'
import { failuresOf, fetchFrom, runInProcess } from './helper.js'

/** The areas of checks that the defects of an area may affect. Wrong statuses and errors can affect all. */
const AFFECTED: Partial<Record<string, readonly string[]>> = {
  validation: ['create', 'validation', 'text', 'replace', 'list', 'errors', 'comments', 'ordering', 'attachments'],
  'error-bodies': ['errors', 'attachments', 'comments', 'login', 'access'],
  fields: ['create', 'text', 'replace', 'search', 'http', 'tasks', 'ordering'],
  replace: ['replace', 'checklist', 'ordering', 'tasks', 'summary', 'search', 'sort'],
  lists: ['list', 'sort', 'search', 'ordering'],
  search: ['search', 'list', 'sort'],
  ordering: ['ordering', 'summary', 'sort'],
  summary: ['summary'],
  comments: ['comments'],
  attachments: ['attachments'],
  state: ['tasks', 'list', 'search'],
  auth: ['login', 'access', 'refresh', 'logout'],
  headers: ['create', 'http', 'attachments', 'login', 'refresh', 'logout'],
  concurrency: ['ordering', 'tasks', 'comments', 'attachments', 'refresh'],
}

const service = await startService(t)
const fetch = fetchFrom(service, true)

for (const { name, area } of DEFECTS) {
  const wanted = CHECKS_OF_DEFECTS[name]
  t.test(`${name} fails its check, and no check of an unrelated area`, async (t) => {
    const { id } = await createBoard(service, { defects: [name] })
    const variant = CHECKS.find(({ id }) => id === wanted)?.variants.includes('v1') ? 'v1' : 'v2'
    const url = `http://localhost:3000/b/${id}`
    const results = await runInProcess(service, CHECKS, [variant], { url, fetch })
    const failed = results.filter(({ status }) => status === 'failed')
    t.ok(failed.some(({ id }) => id === wanted))
    const affected = AFFECTED[area]
    const unrelated = results.filter((result) => affected !== undefined && !affected.includes(result.area))
    t.strictSame(failuresOf(unrelated), [])
  })
}
