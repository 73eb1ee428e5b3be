import { area } from '../check.js'

/** The order of GET /tasks. */
export const sort = area('sort', 'current')

/** Five tasks on an empty board. The earlier edition ignores `dueDate`. */
const FIVE = `
  CLEAR
  POST /tasks {title: "b", status: "DONE", priority: "LOW", dueDate: "2026-04-30"}
  POST /tasks {title: "C", status: "TODO", priority: "HIGH"}
  POST /tasks {title: "a", status: "IN_PROGRESS", priority: "URGENT", dueDate: "2026-04-01"}
  POST /tasks {title: "B", status: "TODO", priority: "LOW"} as fourth
  POST /tasks {title: "c", status: "DONE", priority: "HIGH", dueDate: "2026-05-01"}`
/** Moves the second task of TODO up. */
const UP = 'POST /tasks/{fourth.id}/reorder {targetStatus: "TODO", targetIndex: 0}'

type Order = [name: string, section: 4 | 14 | 15, title: string, query: string, titles: string, scope?: 'earlier']

const ORDERS: Order[] = [
  ['default', 14, 'Without `sort`, tasks are in the order of their ids.', '', 'b C a B c'],
  ['direction-alone', 14, '`direction=desc` without `sort` reverses the order.', '?direction=desc', 'c B a C b'],
  ['id', 4, '`sort=id` sorts by id.', '?sort=id', 'b C a B c'],
  ['id-asc', 4, '`direction=asc` is the ascending order.', '?sort=id&direction=asc', 'b C a B c'],
  ['id-desc', 4, '`direction=desc` reverses the order.', '?sort=id&direction=desc', 'c B a C b'],
  ['title', 14, '`sort=title` sorts by code point.', '?sort=title', 'B C a b c'],
  ['title-desc', 14, '`sort=title` can be reversed.', '?sort=title&direction=desc', 'c b a C B'],
  ['status', 14, '`sort=status` sorts in the order TODO, IN_PROGRESS, DONE.', '?sort=status', 'C B a b c'],
  ['status-desc', 14, '`sort=status` can be reversed.', '?sort=status&direction=desc', 'b c a C B'],
  ['priority', 15, '`sort=priority` sorts in the order LOW to URGENT.', '?sort=priority', 'b B C c a'],
  ['priority-desc', 15, '`sort=priority` can be reversed.', '?sort=priority&direction=desc', 'a C c b B'],
  ['due-date', 14, '`sort=dueDate` has tasks without a date last.', '?sort=dueDate', 'a b c C B'],
  ['due-date-desc', 14, 'In descending order too.', '?sort=dueDate&direction=desc', 'c b a C B'],
  ['filtered', 4, 'A filtered list can be sorted.', '?status=DONE&sort=id&direction=desc', 'c b'],
  ['page', 4, 'Tasks are sorted before they are divided into pages.', '?sort=id&direction=desc&size=2&page=1', 'a C'],
  ['ties', 14, 'Ties are in the order of ids in both directions.', '?sort=status&direction=desc&size=2', 'b c'],
  ['ties-second-page', 14, 'Ties do not move between pages.', '?sort=priority&size=2&page=1', 'C c'],
  ['earlier-default', 14, 'Without `sort`, tasks are in the order of their ids.', '', 'b C a B c', 'earlier'],
  ['earlier-title', 14, '`sort=title` sorts by code point.', '?sort=title', 'B C a b c', 'earlier'],
]
for (const [name, section, title, query, titles, scope = ''] of ORDERS) {
  sort(`
    ${name} | ${section === 4 ? 'spec 4' : `decision ${section}`}, ${scope} | ${title} ${FIVE}
      GET /tasks${query} → /content/*/title = ${JSON.stringify(titles.split(' '))}`)
}

for (const field of ['createdAt', 'updatedAt']) {
  sort(`
    ${field}-ties | decision 14 | 'sort=${field}' breaks ties by ascending id. | CLEAR
      POST /tasks +{} as a, b, c, d
      GET /tasks?sort=${field} → /content/*/id = [{a.id}, {b.id}, {c.id}, {d.id}]
    ${field} | spec 4 | 'sort=${field}&direction=desc' has the newest task first.
      POST /tasks +{title: "By-${field}"} as first
      WAIT
      POST /tasks +{title: "By-${field}"} as second
      GET /tasks?search=By-${field}&sort=${field}&direction=desc → /content/*/id = [{second.id}, {first.id}]`)
}
sort(`
sort-order | spec 4 | 'sort=sortOrder' sorts by the position in the column. ${FIVE}
  ${UP}
  GET /tasks?status=TODO&sort=sortOrder → /content/*/title = ["B", "C"]
sort-order-desc | spec 4 | 'sort=sortOrder' can be reversed. ${FIVE}
  ${UP}
  GET /tasks?status=TODO&sort=sortOrder&direction=desc → /content/*/title = ["C", "B"]
sort-order-ties | decision 14 | 'sort=sortOrder' breaks ties by ascending id. ${FIVE}
  GET /tasks?sort=sortOrder&direction=desc → /content/*/title = ["B", "c", "b", "C", "a"]
updatedAt-changes | spec 4 | PUT moves a task in the 'updatedAt' order.
  POST /tasks +{title: "Touched"} as first, second
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
