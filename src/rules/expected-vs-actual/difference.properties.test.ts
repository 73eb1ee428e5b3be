import fc from 'fast-check'
import t from 'tap'
import { jsonResponse, page, task } from '../../../test/kit/bodies.js'
import type { Json } from '../../../test/kit/helper.js'
import { repeat } from '../../../test/kit/length.js'
import { describeDifference } from './describe.js'
import { differenceOf } from './difference.js'
import type { Difference } from './exchange.js'

const differences = (expected: unknown, actual: unknown) => differenceOf(jsonResponse(expected), jsonResponse(actual))

/** A place in a list, as a fraction of its length. */
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

function pick<T>(list: readonly T[], at: number): T {
  return list[Math.floor(at * list.length)] as T
}

/** Copies a page; returns the copy, and one of its tasks with its place. */
function copyOf(body: Json, at: number): { actual: Json; item: Json; place: string } {
  const actual = structuredClone(body)
  const item = pick<Json>(actual.content, at)
  return { actual, item, place: `body.content[${actual.content.indexOf(item)}]` }
}

const idsOf = (list: Json) => list.map(({ id }: Json) => id)

/** Expects one difference, and one sentence about it. */
function isOnly(found: Difference[], expected: Partial<Difference>): boolean {
  const [only, ...others] = found
  const matches = Object.entries(expected).every(
    ([key, value]) => JSON.stringify(only?.[key as keyof Difference]) === JSON.stringify(value),
  )
  return only !== undefined && others.length === 0 && matches && /^[^\n]+\.$/.test(describeDifference(only))
}

/** Changes a number or a text. */
function changed(value: Json): Json {
  return typeof value === 'number' ? value + 1 : `${value}!`
}

/** Checks that a predicate holds for all values. */
function check<T extends [unknown, ...unknown[]]>(
  ...args: [...arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> }, predicate: (...values: T) => boolean]
): void {
  fc.assert(fc.property<T>(...args))
}

t.test('white space and the order of members make no difference between responses', async () => {
  const reversed = (value: Json): Json =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).reverse())
  check(page(0), (body) => {
    const response = jsonResponse(body)
    const rewritten = JSON.stringify({ ...reversed(body), content: body.content.map(reversed) }, null, 2)
    return (
      differenceOf(response, structuredClone(response)).length === 0 &&
      differenceOf(response, { ...response, body: rewritten }).length === 0
    )
  })
})

t.test('arbitrary JSON never fails, and the list of differences is bounded', async (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (expected, actual) => {
      const found = differences(expected, actual)
      for (const difference of found) describeDifference(difference)
      return found.length <= 50 && JSON.stringify(found).length < 100_000
    }),
    { numRuns: repeat(100, 500) },
  )
  check(fc.jsonValue(), (value) => differences(value, JSON.parse(JSON.stringify(value))).length === 0)
  check(fc.option(fc.string()), fc.option(fc.string()), (expected, actual) => {
    const found = differenceOf(jsonResponse(0, { body: expected }), jsonResponse(0, { body: actual }))
    for (const difference of found) describeDifference(difference)
    return (expected || null) === (actual || null) ? found.length === 0 : found.length <= 1
  })
  for (const [open, close] of Object.entries({ '[': ']', '{"a":': '}', '[{"id":1,"a":': '}]', '{"a":[{"b":': '}]}' })) {
    const nested = (value: number) => `${open.repeat(50_000)}${value}${close.repeat(50_000)}`
    const found = differenceOf(jsonResponse(0, { body: nested(1) }), jsonResponse(0, { body: nested(2) }))
    t.equal(found.length, 1, `one difference far below ${open}`)
  }
})

t.test('a full page of changed tasks is a small list of differences', async (t) => {
  const [sample] = fc.sample(task, { numRuns: 1, seed: 1 })
  const tasks = Array.from({ length: 100 }, (_, id) => ({ ...sample, id, description: 'x'.repeat(500) }))
  const found = differences(
    { content: tasks },
    { content: tasks.map((one) => ({ ...one, description: 'y'.repeat(500) })) },
  )
  t.equal(found.length, 50)
  t.ok(JSON.stringify(found).length < 32_768, `${JSON.stringify(found).length} characters`)
})

/** Comments, each with its own id. */
const commentsOf = (count: number): Json[] =>
  Array.from({ length: count }, (_, id) => ({ id: id + 1, text: 'x', createdAt: '2026-01-01T00:00:00Z' }))

t.test('lists of any length have the same differences, also 50,000 comments in another order', async (t) => {
  const kinds = (list: Json[], change: (list: Json[]) => Json[]) =>
    differences({ comments: list }, { comments: change(structuredClone(list)) }).map(({ kind, at }) => [
      kind,
      at.replace(/\d+/, 'n'),
    ])
  const changes: Record<string, (list: Json[]) => Json[]> = {
    reversed: (list) => list.reverse(),
    'first at the end': ([first, ...others]) => [...others, first],
    'two left out': (list) => list.filter((_, index) => index !== 3 && index !== 40),
    'one left out, one added': (list) => [...list.slice(1), { id: 1e6, text: 'new' }],
    'one twice': (list) => [...list, list[7]],
    'another text': (list) => list.map((one, index) => (index === 5 ? { ...one, text: 'y' } : one)),
    'reversed with another text': (list) =>
      list.map((one, index) => (index === 5 ? { ...one, text: 'y' } : one)).reverse(),
    'without an id': (list) => list.map(({ id: _, ...one }, index) => (index === 5 ? { ...one, id: 'six' } : one)),
    'a text instead of an object': (list) => list.map((one, index) => (index === 5 ? 'comment' : one)),
    unchanged: (list) => list,
  }
  for (const [name, change] of Object.entries(changes)) {
    t.strictSame(kinds(commentsOf(101), change), kinds(commentsOf(100).slice(0, 99), change), name)
  }
  const many = commentsOf(50_000)
  const reversed = kinds(many, (list) => list.reverse())
  t.match(reversed, [['order', 'body.comments']])
})

t.test('a member of a task that is missing is one difference', async () => {
  check(page(1), fraction, fraction, (body, at, which) => {
    const { actual, item, place } = copyOf(body, at)
    const member = pick(Object.keys(item), which)
    delete item[member]
    return isOnly(differences(body, actual), { at: `${place}.${member}`, kind: 'missing' })
  })
})

t.test('a member of a task that must not be there is one difference', async () => {
  check(page(1), fraction, (body, at) => {
    const { actual, item, place } = copyOf(body, at)
    item.owner = 'admin'
    const entry = { at: `${place}.owner`, kind: 'added', of: `task ${item.id}`, actual: 'admin' } as const
    return isOnly(differences(body, actual), entry)
  })
})

t.test('another value or another type is one difference, in the task and in the page', async () => {
  const members = ['title', 'status', 'priority', 'sortOrder', 'createdAt', 'updatedAt']
  check(page(1), fraction, fc.constantFrom(...members), fc.boolean(), (body: Json, at, member, isType) => {
    const { actual, item, place } = copyOf(body, at)
    item[member] = isType ? null : changed(item[member])
    const kind = isType ? 'type' : 'value'
    const entry = { at: `${place}.${member}`, kind, of: `task ${item.id}` } as const
    return isOnly(differences(body, actual), entry)
  })
  check(page(0), fc.constantFrom('totalElements', 'totalPages', 'currentPage', 'pageSize'), (body: Json, member) => {
    const actual = { ...body, [member]: body[member] + 1 }
    return isOnly(differences(body, actual), { at: `body.${member}`, kind: 'value', actual: body[member] + 1 })
  })
})

t.test('a change in a comment is one difference at the comment', async () => {
  check(page(1), fraction, fraction, fc.constantFrom('text', 'createdAt'), (body: Json, at, which, member) => {
    const { actual, item, place } = copyOf(body, at)
    fc.pre(item.comments.length > 0)
    const comment = pick<Json>(item.comments, which)
    comment[member] += '!'
    const of = `comment ${comment.id} of task ${item.id}`
    return isOnly(differences(body, actual), {
      at: `${place}.comments[${item.comments.indexOf(comment)}].${member}`,
      kind: 'value',
      of,
    })
  })
})

t.test('tasks that are left out are one difference, and what changed in the others has its index', async () => {
  check(page(2), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (body: Json, kept) => {
    const isKept = (_: Json, index: number) => kept[index] === true
    const left = body.content.filter((item: Json, index: number) => !isKept(item, index))
    fc.pre(left.length > 0)
    const rest = structuredClone(body.content.filter(isKept))
    const entry = (found: Difference[]) => idsOf(found.find(({ at }) => at === 'body.content')?.expected)
    const found = differences(body, { ...body, content: rest })
    const isOne = isOnly(found, { at: 'body.content', kind: 'missing', items: 'task' })
    if (rest.length === 0) return isOne
    const changed = rest.at(-1)
    const { updatedAt } = changed
    changed.updatedAt = 0
    const both = differences(body, { ...body, content: rest })
    const at = `body.content[${rest.length - 1}].updatedAt`
    const change = { at, kind: 'type', of: `task ${changed.id}`, expected: updatedAt } as const
    return (
      isOne &&
      String(entry(found)) === String(idsOf(left)) &&
      both.some(({ kind }) => kind === 'missing') &&
      isOnly(
        both.filter(({ kind }) => kind !== 'missing'),
        change,
      )
    )
  })
})

t.test('a task that must not be in the list is one difference', async () => {
  check(page(0), task, fraction, (body: Json, extra: Json, at) => {
    const content = [...body.content]
    content.splice(Math.floor(at * (content.length + 1)), 0, { ...extra, id: 10_001 })
    const [only, ...others] = differences(body, { ...body, content })
    const [item] = (only?.actual ?? []) as Json[]
    return only?.at === 'body.content' && only.kind === 'added' && others.length === 0 && item.id === 10_001
  })
})

t.test('another order is one difference with both orders', async () => {
  check(page(2), fraction, fraction, (body: Json, from, to) => {
    const content = [...body.content]
    const [moved] = content.splice(Math.floor(from * content.length), 1)
    content.splice(Math.floor(to * (content.length + 1)), 0, moved)
    fc.pre(String(idsOf(content)) !== String(idsOf(body.content)))
    const entry = { at: 'body.content', kind: 'order', expected: idsOf(body.content), actual: idsOf(content) } as const
    return isOnly(differences(body, { ...body, content }), entry)
  })
})

t.test('changed labels are one difference with both lists', async () => {
  const labels = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 5 })
  check(task, labels, (expected: Json, others) => {
    fc.pre(JSON.stringify(expected.labels) !== JSON.stringify(others))
    const isReordered = JSON.stringify([...expected.labels].sort()) === JSON.stringify([...others].sort())
    const entry = { at: 'body.labels', kind: isReordered ? 'order' : 'value', of: `task ${expected.id}` } as const
    return isOnly(differences(expected, { ...expected, labels: others }), entry)
  })
})

t.test('an item with another id is another item: one is missing and one is added', async () => {
  check(page(1), fraction, (body: Json, at) => {
    const actual = structuredClone(body)
    pick<Json>(actual.content, at).id = 10_001
    const kinds = differences(body, actual).map((difference) => `${difference.kind} ${difference.at}`)
    return String(kinds) === 'missing body.content,added body.content'
  })
})
