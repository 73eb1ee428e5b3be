import { Writable } from 'node:stream'
import t from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import type { Target } from '../../../src/commands/check/api.js'
import { checkImplementation } from '../../../src/commands/check/index.js'
import { toReport } from '../../../src/commands/check/report.js'
import { formatTable } from '../../../src/commands/report/table.js'
import { startService } from '../../kit/helper.js'
import { fetchFrom, targetAt } from './helper.js'

const STREAM = Object.assign(new Writable(), { isTTY: false }) as unknown as NodeJS.WriteStream

/** The report of checks of v1. */
async function report(target: Target, ...only: string[]) {
  return toReport(await checkImplementation({ target, variants: ['v1'], only }))
}

t.test('a service of the earlier edition is recognised, and failures with one cause are one group', async (t) => {
  const service = await startService(t, { edition: earlier })
  const target = targetAt('http://localhost:3000', fetchFrom(service, true))
  const result = await report(target, 'attachments/', 'checklist/', 'ordering/', 'create/', 'validation/')
  t.equal(
    result.headline,
    'The implementation does not conform to the specification. It looks like the earlier edition: use --edition earlier.',
  )
  const labels = result.firstSteps.map(({ label }) => label)
  t.strictSame(labels, [
    'This looks like the earlier edition',
    'There is no operation POST /tasks/{id}/attachments',
    'Tasks lack the fields dueDate, checklistItems, attachments, sortOrder',
    'There is no operation POST /tasks/{id}/reorder',
    'Responses are 201 instead of 400',
  ])
  const failed = result.rows.filter(({ status }) => status === 'failed' || status === 'warning')
  t.ok(failed.length > 150, `${failed.length} failures`)
  const lines = formatTable(result, STREAM).split('\n')
  t.ok(lines.length < failed.length, `${lines.length} lines`)
  t.match(
    lines.join('\n'),
    /\n {2}There is no operation POST \/tasks\/\{id\}\/attachments \(\d+\), for example:\n {4}v1 /,
  )
  t.match(lines.join('\n'), /\n {4}Also: v1 \S+, .* more, which the other formats list\n/)
})

t.test('the edition is also known from the summary, if the implementation has no version', async (t) => {
  const service = await startService(t, { edition: earlier })
  const send = fetchFrom(service, true)
  const withoutVersion: Target['fetch'] = async (url, init) =>
    url.endsWith('/version') ? new Response('Not found', { status: 404 }) : send(url, init)
  const { firstSteps } = await report(targetAt('http://localhost:3000', withoutVersion), 'summary/')
  t.match(firstSteps, [{ label: 'This looks like the earlier edition' }])

  const current = await startService(t)
  const other: Target['fetch'] = async (url, init) =>
    url.endsWith('/version') ? new Response('5') : fetchFrom(current, true)(url, init)
  const reverse = await report(targetAt('http://localhost:3000', other, { edition: 'earlier' }), 'earlier/')
  t.match(reverse.firstSteps[0], { label: 'This looks like the current edition' })
  const nothing = targetAt('http://localhost:3000', async () => new Response('{}'))
  t.notMatch((await report(nothing, 'summary/')).headline, 'edition')
})

t.test('a missing field is named, even if the response has no fields at all', async (t) => {
  const target = targetAt('http://localhost:3000', async () => new Response('{"id": 1}', { status: 201 }))
  const { rows } = await report(target, 'create/keeps-due-date', 'summary/fields')
  t.match(rows, [
    { details: [{}, {}, {}, { label: 'Actual', value: '"The field dueDate is missing"' }] },
    {
      cause: 'Responses have another shape',
      details: [{}, {}, {}, { value: '"The fields doneTasks, inProgressTasks, todoTasks, totalTasks are missing"' }],
    },
  ])
})

t.test('texts that look the same are shown with escapes where they differ', async (t) => {
  const service = await startService(t)
  const send = fetchFrom(service, true)
  const composed: Target['fetch'] = async (url, init) =>
    new Response((await (await send(url, init)).text()).normalize())
  const { rows } = await report(targetAt('http://localhost:3000', composed), 'text/decomposed')
  const shown = (rows[0]?.details ?? []).filter(({ label }) => ['Expected', 'Actual'].includes(label))
  t.match(shown[0]?.value, 'cafe\\u0301')
  t.match(shown[1]?.value, 'caf\\u00e9')
})

t.test('the same failure in several variants is shown once', async (t) => {
  const target = targetAt('http://localhost:3000', async () => new Response('{}', { status: 200 }))
  const run = await checkImplementation({ target, variants: ['v1', 'buggy'], only: ['create/returns-201'] })
  const text = formatTable(toReport(run), STREAM)
  t.match(text, '  v1 create/returns-201, buggy create/returns-201 (required')
  t.equal(text.match(/Expected: /g)?.length, 1)
})
