import { area, CURRENT, decision, spec } from '../check.js'
import type { Json } from '../exchange.js'
import { equal, fields, holds, isInteger } from '../expect.js'

/** The checklist of a task. */
export const checklist = area('checklist', CURRENT)
const { check } = checklist

/** The values of a task with items that are not done. */
const items = (...texts: string[]) => ({ checklistItems: texts.map((text) => ({ text, done: false })) })
const texts = (task: Json) => task.checklistItems.map(({ text }: Json) => text)
const ids = (task: Json): number[] => task.checklistItems.map(({ id }: Json) => id)

check('keeps-text', spec(2), 'The text of an item is stored.', async (api) =>
  equal(texts(await api.create(items('Buy nails'))), ['Buy nails']),
)
for (const done of [true, false]) {
  check(`keeps-done-${done}`, spec(2), `\`done: ${done}\` is stored.`, async (api) => {
    const { id } = await api.create({ checklistItems: [{ text: 'x', done }] })
    fields((await api.task(id)).checklistItems[0], { done })
  })
}
check('text-as-sent', decision(8), 'The text of an item is stored exactly as sent.', async (api) =>
  equal(texts(await api.create({ checklistItems: [{ text: ' \t"x"\n ' }] })), [' \t"x"\n ']),
)
check('ids-not-reused', decision(21), 'Ids of items are not used again.', async (api) => {
  const task = await api.create({ checklistItems: [{ text: 'a' }, { text: 'b' }] })
  await api.replace(task.id)
  const [again] = ids(await api.replace(task.id, { checklistItems: [{ text: 'a' }] }))
  holds(!ids(task).includes(again as number), 'a new id', again)
})
check('done-default', decision(9), 'The default of `done` is false.', async (api) =>
  fields((await api.create({ checklistItems: [{ text: 'x' }] })).checklistItems[0], { done: false }),
)
check('id-is-integer', spec(2), 'The server assigns an integer id to each item.', async (api) =>
  isInteger((await api.create({ checklistItems: [{ text: 'x', done: true }] })).checklistItems[0].id),
)
check('ids-differ', spec(2), 'The items of a task have different ids.', async (api) => {
  const assigned = ids(await api.create({ checklistItems: [{ text: 'x' }, { text: 'y' }, { text: 'x' }] }))
  equal(new Set(assigned).size, 3)
})
check('keeps-order', spec(2), 'Items stay in the order of the request.', async (api) =>
  equal(texts(await api.create(items('c', 'a', 'b'))), ['c', 'a', 'b']),
)
check('longest-text', spec(8), 'The text of an item may have 200 characters.', async (api) =>
  equal(texts(await api.create(items('x'.repeat(200)))), ['x'.repeat(200)]),
)
check('most-items', decision(9), 'A checklist may have 100 items.', async (api) =>
  equal((await api.create({ checklistItems: Array(100).fill({ text: 'x' }) })).checklistItems.length, 100),
)
check('ignores-id', decision(4), 'The id of an item in the request is ignored.', async (api) => {
  const [id] = ids(await api.create({ checklistItems: [{ id: 987_654_321, text: 'x' }] }))
  holds(id !== 987_654_321, 'another id than 987654321', id)
})
check('same-text-keeps-id', spec(2), 'PUT keeps the id of an item whose text stays.', async (api) => {
  const task = await api.create(items('a', 'b'))
  const replaced = await api.replace(task.id, {
    checklistItems: [
      { text: 'b', done: true },
      { text: 'a', done: false },
    ],
  })
  equal(ids(replaced), ids(task).reverse())
})
check('new-text-gets-new-id', spec(2), 'PUT gives a new id to an item with a new text.', async (api) => {
  const task = await api.create(items('a'))
  const replaced = await api.replace(task.id, items('b'))
  holds(ids(replaced)[0] !== ids(task)[0], 'a new id', replaced.checklistItems)
})
check('done-changes-with-id', spec(2), 'PUT changes `done` of an item that keeps its id.', async (api) => {
  const { id } = await api.create(items('a'))
  await api.replace(id, { checklistItems: [{ text: 'a', done: true }] })
  fields((await api.task(id)).checklistItems[0], { done: true })
})
check('equal-texts-match-once', decision(19), 'PUT matches each existing item at most once, in order.', async (api) => {
  const task = await api.create({ checklistItems: [{ text: 'a' }] })
  const [first, second] = ids(await api.replace(task.id, { checklistItems: [{ text: 'a' }, { text: 'a' }] }))
  equal([first === ids(task)[0], second === first], [true, false])
})
check('replace-removes-items', spec(4), 'PUT removes the items that it leaves out.', async (api) => {
  const { id } = await api.create(items('a', 'b'))
  await api.replace(id, items('b'))
  equal(texts(await api.task(id)), ['b'])
})
