import { gzipSync } from 'node:zlib'
import t from 'tap'
import { postTask, startAttacked, TASKS } from './attacked.js'
import { expectError } from './expect-error.js'
import { request, startListening } from './raw-http.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const RESPONSE_BYTES_MAX = 20_000

/** Builds a valid task with additional fields. */
const taskWith = (fields: string) => `{"title":"Attack","status":"TODO",${fields}}`

t.test('returns 400 for U+0000 and unpaired surrogates, and names the field (decision 39)', async (t) => {
  const service = await startAttacked(t)
  const message = (label: string) => `${label} must not contain U+0000 or an unpaired surrogate`
  for (const bad of ['\\u0000', '\\ud800', '\\udc00', '\\udc00\\ud800', '\\ud83d\\ud83d\\ude00']) {
    const body = `{"title":"${bad}x","status":"TODO","description":"${bad}","labels":["a","b${bad}"],
      "checklistItems":[{"text":"x${bad}"}]}`
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
  }
  const reply = await service.exchange(request(`GET ${TASKS}?search=a%00b`))
  expectError(t, reply, { status: 400, path: TASKS, errors: { search: message('Search') } })
  await service.expectUnharmed()
})

t.test('returns 400 for a body that is not UTF-8 (decision 39)', async (t) => {
  const service = await startAttacked(t)
  const bodies = {
    'Latin-1': Buffer.from(taskWith('"description":"\xe9"'), 'latin1'),
    'UTF-16': Buffer.from(taskWith('"description":"x"'), 'utf16le'),
    'an overlong slash': Buffer.from(taskWith('"description":"\xc0\xaf"'), 'latin1'),
    'a surrogate in three bytes': Buffer.from(taskWith('"description":"\xed\xa0\x80"'), 'latin1'),
    'beyond Unicode': Buffer.from(taskWith('"description":"\xf5\x80\x80\x80"'), 'latin1'),
    'a cut character in an unknown field': Buffer.from(taskWith('"unknown":"\xf0\x9f\x98"'), 'latin1'),
  }
  for (const [what, body] of Object.entries(bodies)) {
    await t.test(what, async (t) => {
      expectError(t, await service.exchange(postTask(body)), { status: 400, path: TASKS })
    })
  }
  await service.expectUnharmed()
})

t.test('returns 400 for malformed JSON (decision 7)', async (t) => {
  const service = await startAttacked(t)
  const bodies = [
    '{',
    '{"title":"x","status":"TODO",}',
    "{'title':'x'}",
    '{title:"x"}',
    'NaN',
    '{"title":"x","status":"TODO"}{}',
    '{"title":"line\nbreak","status":"TODO"}',
    '{"title":"\\x41","status":"TODO"}',
    '\0',
    '// comment\n{}',
    '['.repeat(1_048_000),
    '{"a":'.repeat(200_000),
  ]
  for (const body of bodies) {
    await t.test(body.slice(0, 30), async (t) => {
      const reply = await service.exchange(postTask(body))
      expectError(t, reply, { status: 400, path: TASKS })
      t.ok(reply.bytes.length < RESPONSE_BYTES_MAX)
    })
  }
  await service.expectUnharmed()
})

t.test('returns a small 400 response for deep or large invalid JSON', async (t) => {
  const service = await startAttacked(t)
  const list = (item: string, count: number) => `[${Array(count).fill(item).join(',')}]`
  const bodies = {
    'deep lists': '['.repeat(520_000) + ']'.repeat(520_000),
    'deep objects': `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`,
    'a deep title': `{"title":${'['.repeat(500_000)}${']'.repeat(500_000)},"status":"TODO"}`,
    'a deep prototype': `{"title":"","z":${'{"a":'.repeat(150_000)}{"__proto__":1}${'}'.repeat(150_000)}}`,
    'a million wrong labels': taskWith(`"labels":${list('5', 500_000)}`),
    'a million empty labels': taskWith(`"labels":${list('""', 340_000)}`),
    'a million wrong items': taskWith(`"checklistItems":${list('{}', 340_000)}`),
    'a million wrong texts': taskWith(`"checklistItems":${list('{"text":""}', 80_000)}`),
    'a long title': `{"title":"${'x'.repeat(1_000_000)}","status":"TODO"}`,
    'a long blank title': `{"title":"${' '.repeat(1_000_000)}","status":"TODO"}`,
    'a long status': `{"title":"x","status":"${'x'.repeat(1_000_000)}"}`,
    'a million unknown fields': `{"title":"",${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  }
  for (const [what, body] of Object.entries(bodies)) {
    await t.test(what, async (t) => {
      const reply = await service.exchange(postTask(body))
      t.equal(reply.status, 400)
      t.equal(reply.json.message, 'Validation failed')
      t.ok(reply.bytes.length < RESPONSE_BYTES_MAX, `${reply.bytes.length} bytes`)
    })
  }
  await service.expectUnharmed()
})

t.test('returns 400 for values that only look valid', async (t) => {
  const service = await startAttacked(t)
  const reorder = (index: string) =>
    request(`POST ${TASKS}/1/reorder`, JSON_TYPE, `{"targetStatus":"TODO","targetIndex":${index}}`)
  for (const index of ['1e400', '-1e400', '0.5', '-1', '"0"', '[0]', 'null', 'true']) {
    const path = `${TASKS}/1/reorder`
    const errors = {
      targetIndex: 'Target index is required and must be an integer of at least 0',
    }
    expectError(t, await service.exchange(reorder(index)), { status: 400, path, errors })
  }
  const last = await service.exchange(postTask('{"title":"valid","status":"TODO","title":""}'))
  t.equal(last.status, 400, 'the last value of a duplicate key is validated')
  const prototype = '{"status":"TODO","__proto__":{"title":"inherited"}}'
  t.equal((await service.exchange(postTask(prototype))).status, 400, 'a prototype does not provide a title')
  const built = '{"constructor":{"prototype":{"title":"inherited"}},"status":"TODO"}'
  t.equal((await service.exchange(postTask(built))).status, 400)
  await service.expectUnharmed()
})

t.test('ignores __proto__ and constructor like any unknown field (decision 4)', async (t) => {
  const service = await startListening(t)
  const body = taskWith(
    '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"checklistItems":[{"text":"x","__proto__":{"done":true}}]',
  )
  const reply = await service.exchange(postTask(body))
  t.equal(reply.status, 201)
  t.equal(reply.json.checklistItems[0].done, false)
  t.notOk('polluted' in {})
})

t.test('ignores a byte order mark before the JSON (RFC 8259)', async (t) => {
  const service = await startListening(t)
  const reply = await service.exchange(postTask('\ufeff{"title":"\ufeffx","status":"TODO"}'))
  t.equal(reply.status, 201)
  t.equal(reply.json.title, '\ufeffx')
})

t.test('returns 415 for a compressed body (decision 52)', async (t) => {
  const service = await startAttacked(t)
  const reply = await service.exchange(postTask(gzipSync(taskWith('"priority":"LOW"')), { 'Content-Encoding': 'gzip' }))
  expectError(t, reply, { status: 415, path: TASKS })
  await service.expectUnharmed()
})
