import t from 'tap'
import { attackTest, postTask, TASKS } from '../kit/attacked.js'
import { expectError } from '../kit/expect-error.js'
import { JSON_TYPE, request, startListening } from '../kit/raw-http.js'

const RESPONSE_BYTES_MAX = 20_000

/** Builds a valid task with additional fields. */
const taskWith = (fields: string) => `{"title":"Attack","status":"TODO",${fields}}`

attackTest('names every field with U+0000 or an unpaired surrogate (decision 39)', async (t, service) => {
  const message = (label: string) => `${label} must not contain U+0000 or an unpaired surrogate`
  const body = `{"title":"\\u0000x","status":"TODO","description":"\\ud800","labels":["a","b\\udc00"],
    "checklistItems":[{"text":"x\\ud83d\\ud83d\\ude00"}]}`
  expectError(t, await service.exchange(postTask(body)), {
    status: 400,
    path: TASKS,
    message: 'Validation failed',
    errors: {
      title: message('Title'),
      description: message('Description'),
      'labels[1]': message('Labels item'),
      'checklistItems[0].text': message('Text'),
    },
  })
  const reply = await service.exchange(request(`GET ${TASKS}?search=a%00b`))
  expectError(t, reply, { status: 400, path: TASKS, errors: { search: message('Search') } })
})

attackTest('returns a small 400 response for large, deep and malformed JSON (decision 60)', async (t, service) => {
  const list = (item: string, count: number) => `[${Array(count).fill(item).join(',')}]`
  const cases: Record<string, Record<string, string>> = {
    'Validation failed': {
      'many wrong labels': taskWith(`"labels":${list('5', 19_900)}`),
      'many empty labels': taskWith(`"labels":${list('""', 19_900)}`),
      'many wrong items': taskWith(`"checklistItems":${list('{}', 19_900)}`),
      'many wrong texts': taskWith(`"checklistItems":${list('{"text":""}', 9_900)}`),
      'a long title': `{"title":"${'x'.repeat(1_000_000)}","status":"TODO"}`,
      'a long blank title': `{"title":"${' '.repeat(1_000_000)}","status":"TODO"}`,
      'a long status': `{"title":"x","status":"${'x'.repeat(1_000_000)}"}`,
      'many unknown fields': `{"title":"",${Array.from({ length: 19_900 }, (_, i) => `"k${i}":1`).join(',')}}`,
    },
    'Request body is nested more than 64 levels deep': {
      'open lists': '['.repeat(1_048_000),
      'open objects': '{"a":'.repeat(200_000),
      'deep lists': '['.repeat(520_000) + ']'.repeat(520_000),
      'deep objects': `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`,
      'a deep title': `{"title":${'['.repeat(500_000)}${']'.repeat(500_000)},"status":"TODO"}`,
      'a deep prototype': `{"title":"","z":${'{"a":'.repeat(150_000)}{"__proto__":1}${'}'.repeat(150_000)}}`,
    },
  }
  for (const [message, bodies] of Object.entries(cases)) {
    for (const [name, body] of Object.entries(bodies)) {
      const reply = await service.exchange(postTask(body))
      t.match(reply, { status: 400, json: { message } }, name)
      t.ok(reply.bytes.length < RESPONSE_BYTES_MAX, `${name}: ${reply.bytes.length} bytes`)
    }
  }
})

attackTest('names one of very many invalid fields, in a short time (decision 27)', async (t, service) => {
  const lastIds = { task: 0, checklistItem: 0, comment: 0, attachment: 0 }
  const snapshot = { version: 1, lastIds, faults: { seed: 1, ordinal: 0 }, tasks: Array(19_900).fill({}) }
  const body = JSON.stringify({ name: 'A class', count: 1, snapshot })
  const start = performance.now()
  const reply = await service.exchange(request('POST /classes', JSON_TYPE, body))
  // Collecting all errors takes 14 seconds.
  t.ok(performance.now() - start < 5000)
  t.equal(reply.status, 400)
  t.strictSame(Object.keys(reply.json.errors), ['snapshot.tasks[0].id'])
})

attackTest('returns 400 for a number that overflows', async (t, service) => {
  const path = `${TASKS}/1/reorder`
  const errors = { targetIndex: 'Target index is required and must be an integer of at least 0' }
  for (const index of ['1e400', '-1e400']) {
    const body = `{"targetStatus":"TODO","targetIndex":${index}}`
    const reply = await service.exchange(request(`POST ${path}`, JSON_TYPE, body))
    expectError(t, reply, { status: 400, path, errors })
  }
})

attackTest('validates the last value of a duplicate key', async (t, service) => {
  const reply = await service.exchange(postTask('{"title":"valid","status":"TODO","title":""}'))
  t.equal(reply.status, 400)
})

t.test('ignores a byte order mark before the JSON (RFC 8259)', async (t) => {
  const service = await startListening(t)
  const reply = await service.exchange(postTask('\ufeff{"title":"\ufeffx","status":"TODO"}'))
  t.strictSame([reply.status, reply.json.title], [201, '\ufeffx'])
})
