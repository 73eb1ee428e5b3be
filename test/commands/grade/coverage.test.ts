import t from 'tap'
import { type Coverage, collectCoverage } from '../../../src/commands/grade/report/coverage.js'
import { source } from './source.js'
import { gradeSuite, startServer, writeSuite } from './suite.js'

/** Sends JSON to a path of a variant. */
type Send = (method: string, path: string, json?: unknown) => Promise<{ id: number }>

/** Returns what requests to a new board reach. */
async function coverageOf(variant: 'v1' | 'v2', requests: (send: Send) => Promise<unknown>, other = variant) {
  const collector = collectCoverage(variant)
  const board = await source.board(0, [], collector.startRun())
  await requests(async (method, path, json) => {
    const body =
      json === undefined ? {} : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${board.url}/api/${other}${path}`, { method, ...body })
    const text = await response.text()
    return text === '' || response.status >= 300 ? { id: 0 } : JSON.parse(text)
  })
  // The log has the requests after the recorder has seen them.
  await board.countRequests()
  await board.release()
  return collector.result()
}

const size = ({ reached, missing }: Coverage['operations']) => reached.length + missing.length

t.test('the contract has all operations, their statuses, limits and transitions', async (t) => {
  const v1 = collectCoverage('v1').result()
  t.equal(size(v1.operations), 14)
  t.equal(size(collectCoverage('v2').result().operations), 18)
  for (const part of Object.values(v1) as Coverage['operations'][]) t.strictSame(part.reached, [])
  t.ok(v1.statuses.missing.includes('getTask 404'))
  t.notOk(v1.statuses.missing.some((name) => /5\d\d$|429/.test(name)))
  t.strictSame(
    v1.boundaries.missing.filter((name) =>
      /^(listTasks|createTask checklistItems|createTask title|reorder)/.test(name),
    ),
    [
      'listTasks page: 0',
      'listTasks page: less than 0',
      'listTasks size: 1',
      'listTasks size: less than 1',
      'listTasks size: 100',
      'listTasks size: more than 100',
      'listTasks search: 500 characters',
      'listTasks search: more than 500 characters',
      'createTask title: 1 character',
      'createTask title: less than 1 character',
      'createTask title: 100 characters',
      'createTask title: more than 100 characters',
      'createTask checklistItems: 100 items',
      'createTask checklistItems: more than 100 items',
      'createTask checklistItems[].text: 1 character',
      'createTask checklistItems[].text: less than 1 character',
      'createTask checklistItems[].text: 200 characters',
      'createTask checklistItems[].text: more than 200 characters',
      'reorderTask targetIndex: 0',
      'reorderTask targetIndex: less than 0',
    ],
  )
  t.equal(size(v1.transitions), 18)
})

t.test('requests reach operations, statuses and boundary values', async (t) => {
  const { operations, statuses, boundaries } = await coverageOf('v1', async (send) => {
    await send('GET', '/tasks?page=0&size=101&search=')
    await send('GET', '/tasks?size=100&page=-1')
    await send('HEAD', '/tasks/summary')
    await send('PATCH', '/tasks/1')
    await send('GET', '/tasks/7')
    const labels = Array.from({ length: 10 }, () => 'a')
    const checklistItems = [{ text: '🙂'.repeat(200) }, { text: '' }, null]
    await send('POST', '/tasks', { title: 'x'.repeat(100), status: 'TODO', labels, checklistItems })
    await send('POST', '/tasks', { title: 7, labels: [...labels, 'b'] })
    await send('POST', '/tasks', 'no object')
  })
  t.strictSame(operations.reached, ['listTasks', 'createTask', 'getTask'])
  t.strictSame(statuses.reached, ['listTasks 400', 'createTask 400', 'getTask 404'])
  t.strictSame(boundaries.reached, [
    'listTasks page: 0',
    'listTasks page: less than 0',
    'listTasks size: 100',
    'listTasks size: more than 100',
    'createTask title: 100 characters',
    'createTask labels: 10 items',
    'createTask labels: more than 10 items',
    'createTask labels[]: 1 character',
    'createTask checklistItems[].text: less than 1 character',
    'createTask checklistItems[].text: 200 characters',
  ])
})

t.test('requests reach transitions of the tasks of their board', async (t) => {
  const { transitions } = await coverageOf('v1', async (send) => {
    const { id } = await send('POST', '/tasks', { title: 'A', status: 'TODO' })
    await send('PUT', `/tasks/${id}`, { title: 'A', status: 'TODO' })
    await send('PUT', `/tasks/${id}`, { title: 'A', status: 'DONE' })
    await send('POST', `/tasks/${id}/reorder`, { targetStatus: 'IN_PROGRESS', targetIndex: 0 })
    await send('POST', `/tasks/${id}/reorder`, { targetStatus: 'NOWHERE', targetIndex: 0 })
    await send('GET', '/tasks')
    await send('GET', '/tasks/summary')
    await send('DELETE', `/tasks/${id}`)
    await send('DELETE', '/tasks')
  })
  t.strictSame(transitions.reached, [
    'createTask TODO',
    'replaceTask TODO → DONE',
    'reorderTask DONE → IN_PROGRESS',
    'deleteTask IN_PROGRESS',
  ])
})

t.test('a suite of v2 can reach operations in v1, but not the other way round', async (t) => {
  const list = (send: Send) => send('GET', '/tasks')
  t.strictSame((await coverageOf('v2', list, 'v1')).operations.reached, ['listTasks'])
  t.strictSame((await coverageOf('v1', list, 'v2')).operations.reached, [])
})

t.test('a grade has the coverage of the runs on correct boards, except on a running service', async (t) => {
  const command = writeSuite(t, `await fetch(process.env.API_URL + '/tasks/summary')`)
  t.match(await gradeSuite(source, { command }), { coverage: { operations: { reached: ['getTaskSummary'] } } })
  const server = await startServer(t)
  const boards = server.source()
  t.match(await gradeSuite(boards, { command }), { score: { found: 0 }, coverage: null })
  await boards.close()
})
