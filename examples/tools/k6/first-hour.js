import { check, group, sleep } from 'k6'
import http from 'k6/http'

/** The base URL of the default board or of a private board, without a slash at the end. */
const BASE_URL = __ENV.BASE_URL || 'http://127.0.0.1:3000'
/** The maximum of the 95th percentile of the response times, in milliseconds. */
const MAX_P95 = __ENV.MAX_P95 || 500
const TASKS = `${BASE_URL}/api/v1/tasks`
const JSON_BODY = { headers: { 'Content-Type': 'application/json' } }

export const options = {
  vus: 20,
  duration: '30s',
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    http_req_duration: [`p(95)<${MAX_P95}`],
  },
}

/** Every user reads lists, works on a task of their own, and sends an invalid one. */
export default function () {
  group('lists', () => {
    const list = http.get(`${TASKS}?status=TODO&size=20`)
    check(list, { 'the list has pages': (response) => response.status === 200 && response.json('pageSize') === 20 })
    const summary = http.get(`${TASKS}/summary`)
    check(summary, { 'the summary counts tasks': (response) => Number(response.json('totalTasks')) >= 0 })
  })

  group('task', () => {
    const created = http.post(TASKS, JSON.stringify({ title: 'Pack', status: 'TODO' }), JSON_BODY)
    if (!check(created, { 'the task is created': (response) => response.status === 201 })) return
    const task = `${TASKS}/${created.json('id')}`
    const named = { tags: { name: `${TASKS}/{id}` } }

    const changes = JSON.stringify({ title: 'Pack', status: 'TODO', priority: 'HIGH' })
    const replaced = http.put(task, changes, { ...JSON_BODY, ...named })
    check(replaced, { 'the task is replaced': (response) => response.json('priority') === 'HIGH' })

    const position = JSON.stringify({ targetStatus: 'DONE', targetIndex: 0 })
    const moved = http.post(`${task}/reorder`, position, { ...JSON_BODY, tags: { name: `${TASKS}/{id}/reorder` } })
    check(moved, { 'the task is moved': (response) => response.json('status') === 'DONE' })

    const file = { files: http.file('Window seat, row 12.', 'seat.txt', 'text/plain') }
    const uploaded = http.post(`${task}/attachments`, file, { tags: { name: `${TASKS}/{id}/attachments` } })
    check(uploaded, { 'the file is uploaded': (response) => response.status === 201 })

    const deleted = http.del(task, null, named)
    check(deleted, { 'the task is deleted': (response) => response.status === 204 })
  })

  group('errors', () => {
    // A response that is expected to be 400 does not count as a failed request.
    const expected = { ...JSON_BODY, responseCallback: http.expectedStatuses(400) }
    const invalid = http.post(TASKS, JSON.stringify({ title: '', status: 'TODO' }), expected)
    check(invalid, { 'an invalid task is refused': (response) => response.status === 400 })
  })

  sleep(0.5)
}
