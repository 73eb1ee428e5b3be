import type { Api } from '../api.js'
import { area, CURRENT, decision, EARLIER, type Scope, spec } from '../check.js'
import type { Json } from '../exchange.js'
import { equal } from '../expect.js'

/** The order of GET /tasks. */
export const sort = area('sort', CURRENT)
const { given, rules, onEmptyBoard } = sort

async function five(api: Api): Promise<Json[]> {
  await api.clear()
  const dates = api.edition === 'current'
  const tasks = [
    { title: 'b', status: 'DONE', priority: 'LOW', dueDate: '2026-04-30' },
    { title: 'C', status: 'TODO', priority: 'HIGH' },
    { title: 'a', status: 'IN_PROGRESS', priority: 'URGENT', dueDate: '2026-04-01' },
    { title: 'B', status: 'TODO', priority: 'LOW' },
    { title: 'c', status: 'DONE', priority: 'HIGH', dueDate: '2026-05-01' },
  ]
  return api.createAll(...tasks.map(({ dueDate, ...task }) => (dates ? { ...task, dueDate } : task)))
}

/** Returns the numbers from 1 of the listed tasks. */
const listed = async (api: Api, ids: Json[], query: string) => (await api.list(query)).map((id) => ids.indexOf(id) + 1)

type Order = [name: string, section: 'spec' | 14 | 15, title: string, query: string, order: number[], scope?: Scope]

const ORDERS: Order[] = [
  ['default', 14, 'Without `sort`, tasks are in the order of their ids.', '', [1, 2, 3, 4, 5]],
  ['direction-alone', 14, '`direction=desc` without `sort` reverses the order.', '?direction=desc', [5, 4, 3, 2, 1]],
  ['id', 'spec', '`sort=id` sorts by id.', '?sort=id', [1, 2, 3, 4, 5]],
  ['id-asc', 'spec', '`direction=asc` is the ascending order.', '?sort=id&direction=asc', [1, 2, 3, 4, 5]],
  ['id-desc', 'spec', '`direction=desc` reverses the order.', '?sort=id&direction=desc', [5, 4, 3, 2, 1]],
  ['title', 14, '`sort=title` sorts by code point.', '?sort=title', [4, 2, 3, 1, 5]],
  ['title-desc', 14, '`sort=title` can be reversed.', '?sort=title&direction=desc', [5, 1, 3, 2, 4]],
  ['status', 14, '`sort=status` sorts in the order TODO, IN_PROGRESS, DONE.', '?sort=status', [2, 4, 3, 1, 5]],
  ['status-desc', 14, '`sort=status` can be reversed.', '?sort=status&direction=desc', [1, 5, 3, 2, 4]],
  ['priority', 15, '`sort=priority` sorts in the order LOW to URGENT.', '?sort=priority', [1, 4, 2, 5, 3]],
  ['priority-desc', 15, '`sort=priority` can be reversed.', '?sort=priority&direction=desc', [3, 2, 5, 1, 4]],
  ['due-date', 14, '`sort=dueDate` has tasks without a date last.', '?sort=dueDate', [3, 1, 5, 2, 4]],
  ['due-date-desc', 14, 'In descending order too.', '?sort=dueDate&direction=desc', [5, 1, 3, 2, 4]],
  ['filtered', 'spec', 'A filtered list can be sorted.', '?status=DONE&sort=id&direction=desc', [5, 1]],
  [
    'page',
    'spec',
    'Tasks are sorted before they are divided into pages.',
    '?sort=id&direction=desc&size=2&page=1',
    [3, 2],
  ],
  ['ties', 14, 'Ties are in the order of ids in both directions.', '?sort=status&direction=desc&size=2', [1, 5]],
  ['ties-second-page', 14, 'Ties do not move between pages.', '?sort=priority&size=2&page=1', [2, 5]],
  ['earlier-default', 14, 'Without `sort`, tasks are in the order of their ids.', '', [1, 2, 3, 4, 5], EARLIER],
  ['earlier-title', 14, '`sort=title` sorts by code point.', '?sort=title', [4, 2, 3, 1, 5], EARLIER],
]
for (const [name, section, title, query, order, scope] of ORDERS) {
  given(five, scope)(name, section === 'spec' ? spec(4) : decision(section), title, async (api, ids) =>
    equal(await listed(api, ids, query), order),
  )
}

const onFive = given(five)

onFive('sort-order', spec(4), '`sort=sortOrder` sorts by the position in the column.', async (api, ids) => {
  await api.move(ids[3], 'TODO', 0)
  equal(await api.list('?status=TODO&sort=sortOrder'), [ids[3], ids[1]])
})
onFive('sort-order-desc', spec(4), '`sort=sortOrder` can be reversed.', async (api, ids) => {
  await api.move(ids[3], 'TODO', 0)
  equal(await api.list('?status=TODO&sort=sortOrder&direction=desc'), [ids[1], ids[3]])
})
onFive('sort-order-ties', decision(14), '`sort=sortOrder` breaks ties by ascending id.', async (api, ids) => {
  equal(await listed(api, ids, '?sort=sortOrder&direction=desc'), [4, 5, 1, 2, 3])
})
for (const field of ['createdAt', 'updatedAt']) {
  onEmptyBoard(`${field}-ties`, decision(14), `\`sort=${field}\` breaks ties by ascending id.`, async (api) => {
    await api.createAll({}, {}, {}, {})
    const tasks = (await api.page(`?sort=${field}`)).content
    const key = (task: Json) => [task[field], String(task.id).padStart(20, '0')].join()
    equal(tasks.map(key), tasks.map(key).sort())
  })
  rules(`
    ${field} | spec 4 | 'sort=${field}&direction=desc' has the newest task first.
      POST /tasks +{title: "By-${field}"} as first
      WAIT
      POST /tasks +{title: "By-${field}"} as second
      GET /tasks?search=By-${field}&sort=${field}&direction=desc → /content/*/id = [{second.id}, {first.id}]`)
}
rules(`
updatedAt-changes | spec 4 | PUT moves a task in the 'updatedAt' order.
  POST /tasks +{title: "Touched"} as first
  POST /tasks +{title: "Touched"} as second
  WAIT
  PUT /tasks/{first.id} +{title: "Touched"}
  GET /tasks?search=Touched&sort=updatedAt&direction=desc → /content/*/id = [{first.id}, {second.id}]
title-code-points | decision 14 | Titles are not sorted by UTF-16 unit. | CLEAR
  POST /tasks +{title: "\u{1f600}"}
  POST /tasks +{title: "\uffee"}
  GET /tasks?sort=title → /content/*/title = ["\uffee", "\u{1f600}"]
title-accents | decision 14 | Titles are not sorted by language. | CLEAR
  POST /tasks +{title: "é"}
  POST /tasks +{title: "z"}
  GET /tasks?sort=title → /content/*/title = ["z", "é"]
`)
