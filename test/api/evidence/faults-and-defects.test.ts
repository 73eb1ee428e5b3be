import t from 'tap'
import type { TestBoard } from '../../kit/board.js'
import { type Json, noSleep, type Reply, startService } from '../../kit/helper.js'
import { startListening } from '../../kit/raw-http.js'
import { createDefective } from '../defects/api.js'

/** What is said about a response that both a fault and a defect of the board, or two faults, have changed. */

const service = await startService(t, { sleep: noSleep })
const unchecked = true

/** Creates a board with three tasks. Every request to buggy has these faults, from the beginning of a plan. */
async function boardWith(faults: readonly string[], defects: readonly string[], on = service): Promise<TestBoard> {
  const board = await createDefective(on, defects)
  for (const title of ['Pack', 'PACK', 'Unpack']) {
    const json = { title, status: 'TODO', description: 'description' }
    await board.send('POST /api/v1/tasks', { json, unchecked })
  }
  await board.asOwner('PUT /faults', { json: { script: [faults], scriptEnd: 'repeat', disclose: true, seed: 1 } })
  return board
}

const VALUES = /\S+ instead of \S+?(?=[.,]? )/g

/**
 * Claims a fault of a response, and returns the verdict, the third hint and what the owner sees. What the explanation says
 * about the right values is what the evidence says.
 */
async function judge(board: TestBoard, { headers }: Pick<Reply, 'headers'>, fault: string) {
  const requestId = headers['x-request-id']
  const hint = () => board.send(`POST /requests/${requestId}/hints`)
  await hint()
  await hint()
  const [, , name] = (await hint()).json.taken
  const { verdict, explanation } = (await board.send('POST /claims', { json: { requestId, fault } })).json
  const { evidence } = (await board.send(`GET /requests/${requestId}`, { token: board.token })).json
  const sentences: string[] = evidence.difference.map(({ sentence }: Json) => sentence)
  for (const [values] of `${explanation} ${name} `.matchAll(VALUES)) {
    t.ok(sentences.join(' ').includes(values), `${values}: ${sentences.join(' ')}`)
  }
  return { verdict, explanation, hint: name, sentences, ...evidence }
}

const idsOf = ({ json }: Reply): number[] => json.content.map(({ id }: Json) => id)

const LIST_DEFECTS = ['newest-first-by-default', 'size-ignored', 'page-counted-from-1', 'ties-unstable']

for (const defect of ['', ...LIST_DEFECTS]) {
  t.test(`duplicate-item names the task that the response has twice: ${defect || 'a correct board'}`, async (t) => {
    const board = await boardWith(['duplicate-item'], defect === '' ? [] : [defect])
    for (const query of ['', '?size=2', '?size=2&sort=title&direction=desc']) {
      const reply = await board.send(`GET /api/buggy/tasks${query}`, { unchecked })
      const ids = idsOf(reply)
      const twice = ids.find((id, index) => ids.indexOf(id) !== index)
      const { verdict, explanation, hint, sentences } = await judge(board, reply, 'duplicate-item')
      t.equal(verdict, 'right')
      t.equal(explanation, `Right: the page had task ${twice} twice.`)
      t.equal(hint, `It is \`duplicate-item\`: the page has task ${twice} twice.`)
      t.ok(sentences.includes(`Task ${twice} is in the list more than once.`), sentences.join(' '))
    }
  })
}

t.test('a field that is missing in one of two copies of a task is in the evidence', async (t) => {
  const board = await boardWith(['duplicate-item', 'missing-fields'], [])
  for (let count = 0; count < 8; count++) {
    const reply = await board.send('GET /api/buggy/tasks', { unchecked })
    const { explanation, sentences } = await judge(board, reply, 'missing-fields')
    const index = reply.json.content.findIndex((task: Json) => !('description' in task && 'priority' in task))
    const { id, ...fields } = reply.json.content[index]
    const field = 'priority' in fields ? 'description' : 'priority'
    t.equal(explanation, `Right: \`${field}\` of task ${id} was missing.`)
    t.ok(sentences.includes(`\`${field}\` of task ${id} is missing.`), sentences.join(' '))
  }
})

for (const defect of ['current-page-counted-from-1', 'total-pages-rounded-down', 'size-ignored']) {
  t.test(`pagination and ${defect}: a fault that nobody can see does not count, and others are named`, async (t) => {
    const board = await boardWith(['pagination'], [defect])
    const correct = await boardWith([], [])
    const seen = new Set<string>()
    for (let count = 0; count < 16; count++) {
      const query = `?size=2&page=${count % 2}`
      const reply = await board.send(`GET /api/buggy/tasks${query}`, { unchecked })
      const { json: without } = await board.send(`GET /api/v1/tasks${query}`, { unchecked })
      const { json: right } = await correct.send(`GET /api/v1/tasks${query}`)
      const field = reply.json.currentPage === without.currentPage ? 'totalPages' : 'currentPage'
      const isCancelled = reply.json[field] === right[field]
      seen.add(`${field} ${isCancelled}`)
      const fault = isCancelled ? 'none' : 'pagination'
      const { verdict, explanation, changed, difference } = await judge(board, reply, fault)
      t.equal(verdict, 'right')
      t.strictSame(changed, isCancelled ? [] : ['pagination'])
      t.equal(reply.headers['fault-injected'] === undefined, isCancelled)
      const was = `\`${field}\` was ${reply.json[field]} instead of ${right[field]}`
      const isCorrect = isCancelled && difference.length === 0
      if (!isCorrect) t.equal(explanation, isCancelled ? 'Right: no fault changed this response.' : `Right: ${was}.`)
    }
    t.ok(seen.size > 2, [...seen].join())
  })
}

t.test('a case-sensitive search without an effect is no fault, whatever a defect does to the total', async (t) => {
  const board = await boardWith(['search-case'], ['total-elements-of-page', 'current-page-counted-from-1'])
  const same = await board.send('GET /api/buggy/tasks?search=description&size=1', { unchecked })
  t.match(await judge(board, same, 'none'), { verdict: 'right', changed: [] })
  const other = await board.send('GET /api/buggy/tasks?search=PACK&size=2', { unchecked })
  const judged = await judge(board, other, 'search-case')
  t.match(judged, { verdict: 'right', explanation: 'Right: the search was case-sensitive.' })
})

t.test('after a search that changed `totalPages`, pagination is compared with the expected page', async (t) => {
  const board = await boardWith(['search-case', 'pagination'], [])
  const seen = new Set<string>()
  for (let count = 0; count < 16; count++) {
    // Of these pages, the expected one has a `totalPages` of 3 or 2, and the search makes it 1.
    const [size, pages] = count % 2 === 0 ? [1, 3] : [2, 2]
    const reply = await board.send(`GET /api/buggy/tasks?search=PACK&size=${size}`, { unchecked })
    const { totalPages, currentPage } = reply.json
    const was =
      totalPages === 1
        ? `\`currentPage\` was ${currentPage} instead of 0`
        : totalPages === pages
          ? '`totalPages` or `currentPage` was off by one'
          : `\`totalPages\` was ${totalPages} instead of ${pages}`
    seen.add(was)
    t.equal((await judge(board, reply, 'pagination')).explanation, `Right: ${was}.`)
  }
  t.equal(seen.size, 5, [...seen].join())
})

for (const [defect, path] of [
  ['', '/tasks'],
  ['size-ignored', '/tasks?size=1'],
  ['get-unknown-returns-null', '/tasks/99'],
] as const) {
  t.test(`truncated-body says how much was sent, not what was expected: ${defect || 'no defect'}`, async (t) => {
    const on = await startListening(t)
    const board = await boardWith(['truncated-body'], defect === '' ? [] : [defect], on)
    const reply = await fetch(`${on.origin}/b/${board.id}/api/buggy${path}`)
    await t.rejects(reply.text())
    const headers = Object.fromEntries(reply.headers)
    const { explanation, hint } = await judge(board, { headers }, 'truncated-body')
    const { size } = (await board.send(`GET /requests/${headers['x-request-id']}`)).json
    t.equal(explanation, `Right: the connection closed after ${size} bytes of the body.`)
    t.equal(hint, `It is \`truncated-body\`: the connection closes after ${size} bytes of the body.`)
  })
}
