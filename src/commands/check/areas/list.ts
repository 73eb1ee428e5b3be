import type { Api } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import type { Json } from '../exchange.js'
import { equal } from '../expect.js'

/** GET /tasks: pages, filters and invalid parameters. */
export const list = area('list')
const { check, given, rules, onEmptyBoard } = list

/** Five tasks on an empty board. */
const TASKS = [
  { title: 'b', status: 'DONE', priority: 'LOW' },
  { title: 'C', status: 'TODO', priority: 'HIGH' },
  { title: 'a', status: 'IN_PROGRESS', priority: 'HIGH' },
  { title: 'B', status: 'TODO', priority: 'LOW' },
  { title: 'c', status: 'DONE', priority: 'HIGH' },
]
const FIVE = ['', 'CLEAR', ...TASKS.map((task) => `POST /tasks ${JSON.stringify(task)}`)].join('\n')

async function five(api: Api): Promise<Json[]> {
  await api.clear()
  return api.createAll(...TASKS)
}
const onFive = given(five)

/**
 * Returns what a check does that compares the tasks on a page with those of these numbers, from 1.
 *
 * @param query the query. `{byId}` stands for the order of ids.
 */
function lists(query: string, ...numbers: number[]) {
  return async (api: Api, ids: Json[]): Promise<void> =>
    equal(
      await api.list(query.replace('{byId}', api.byId())),
      numbers.map((number) => ids[number - 1]),
    )
}

rules(`
returns-200 | spec 4 | GET /tasks returns 200. | GET /tasks → 200
returns-json | introduction | A list is sent as 'application/json'.
  GET /tasks → header content-type ~ /^application\\/json\\b/i
empty-board | spec 2 | The list of an empty board has no tasks. | CLEAR
  GET /tasks → {content: [], totalElements: 0}
empty-board-pages | decision 13 | An empty board has 0 pages. | CLEAR
  GET /tasks → {totalPages: 0}
page-fields | spec 2 | A page has the fields of the specification.
  GET /tasks → body has content, currentPage, pageSize, totalElements, totalPages
default-page | spec 8 | The default page is 0. | GET /tasks → {currentPage: 0}
default-size | spec 8 | The default page size is 20. | CLEAR
  ${Array(21).fill('POST /tasks +{}').join('\n')}
  GET /tasks → {pageSize: 20} ; /content/*/title = ${JSON.stringify(Array(20).fill('A task'))}
largest-size | spec 8 | The largest page size is 100. | GET /tasks?size=100 → {pageSize: 100}
page-past-end-number | decision 13 | A page past the end has the requested number.
  GET /tasks?page=4711 → {currentPage: 4711}
largest-page | decision 12 | The largest page number is 9007199254740991.
  GET /tasks?page=9007199254740991&size=100 → 200
size | spec 4 | 'size' is the number of tasks on a page. ${FIVE}
  GET /tasks?size=2 → {pageSize: 2} ; /content/*/title = ["b", "C"]
current-page | spec 2 | 'currentPage' is the number of the page, from 0. ${FIVE}
  GET /tasks?page=1&size=2 → {currentPage: 1}
total-elements | spec 2 | 'totalElements' counts the tasks on all pages. ${FIVE}
  GET /tasks?size=2 → {totalElements: 5}
total-elements-filtered | spec 2 | 'totalElements' counts the tasks that match. ${FIVE}
  GET /tasks?size=1&status=DONE → {totalElements: 2}
total-pages | decision 13 | 'totalPages' is rounded up. ${FIVE}
  GET /tasks?size=2 → {totalPages: 3}
total-pages-exact | decision 13 | No page follows a full last page. ${FIVE}
  GET /tasks?size=5 → {totalPages: 1}
page-past-end | decision 13 | A page past the end is 200 with empty 'content'. ${FIVE}
  GET /tasks?page=7&size=2 → 200 ; {content: []}
`)
onEmptyBoard('full-tasks', spec(2), 'A list contains the same tasks as GET /tasks/{id}.', async (api) => {
  const { id } = await api.create({ description: 'text', labels: ['a'], checklistItems: [{ text: 'x', done: true }] })
  for (const text of ['first', 'second']) await api.comment(id, text)
  if (api.edition === 'current') await api.attach(id, { fileName: 'a' })
  equal((await api.page()).content, [await api.task(id)])
})
onFive('smallest-size', decision(12), 'The smallest page size is 1.', lists('?size=1', 1))
onFive('first-page-is-0', spec(4), 'Page 0 is the first page.', lists('?page=0&size=2&{byId}', 1, 2))
onFive('second-page-is-1', spec(4), 'Page 1 is the second page.', lists('?page=1&size=2&{byId}', 3, 4))
onFive('last-page', decision(13), 'The last page has the remaining tasks.', lists('?page=1&size=3', 4, 5))
onFive('pages-contain-all', decision(14), 'The pages of a list contain every task once.', async (api, ids) => {
  const pages: number[] = []
  for (const page of [0, 1, 2]) pages.push(...(await api.list(`?size=2&page=${page}`)))
  equal(pages, ids)
})

for (const [status, numbers] of Object.entries({ TODO: [2, 4], IN_PROGRESS: [3], DONE: [1, 5] })) {
  const title = `\`status=${status}\` returns only the tasks with this status.`
  onFive(`status-${status}`, spec(4), title, lists(`?status=${status}&{byId}`, ...numbers))
}
const FILTERS: [name: string, section: 4 | 15, title: string, query: string, numbers: number[]][] = [
  ['priority', 15, '`priority` returns only the tasks with this priority.', '?priority=HIGH', [2, 3, 5]],
  ['priority-without-match', 15, 'A priority that no task has returns an empty list.', '?priority=URGENT', []],
  ['two-filters', 15, 'Two filters return the tasks that match both.', '?status=DONE&priority=LOW', [1]],
  ['filter-and-search', 4, 'A filter and a search return the tasks that match both.', '?status=TODO&search=b', [4]],
  ['filter-or-search', 4, 'A filter and a search without a common match return nothing.', '?status=DONE&search=a', []],
  [
    'filter-and-page',
    4,
    'Pages of a filtered list contain the tasks that match.',
    '?status=DONE&size=1&page=1&{byId}',
    [5],
  ],
]
for (const [name, section, title, query, numbers] of FILTERS) {
  onFive(name, section === 4 ? spec(section) : decision(section), title, lists(query, ...numbers))
}

const UNKNOWN = ['color=red', 'color', 'color=1&color=2', '=5', 'Page=7', 'page[]=7', '__proto__=1', 'constructor=1']
check('unknown-parameter', decision(12), 'An unknown query parameter is ignored.', async (api) => {
  const expected = await api.page()
  for (const query of UNKNOWN) equal(await api.page(`?${query}`), expected)
})
for (const parameter of ['page=0', 'size=5', 'status=TODO', 'priority=LOW', 'search=x', 'sort=id', 'direction=asc']) {
  const [name] = parameter.split('=')
  rules(
    `${name}-twice | decision 12 | '${name}' is refused if it is sent twice.
      GET /tasks?${parameter}&color=red&${parameter} → 400`,
    name === 'direction' ? CURRENT : {},
  )
}

const REFUSED: [name: string, query: string, title: string, scope?: typeof CURRENT][] = [
  ['page-negative', 'page=-1', 'A negative page is refused.'],
  ['page-text', 'page=one', 'A page that is not a number is refused.'],
  ['page-fraction', 'page=1.5', 'A page with a fraction is refused.'],
  ['page-empty', 'page=', 'An empty page is refused.'],
  ['page-too-large', 'page=9007199254740992', 'A page over 9007199254740991 is refused.'],
  ['size-0', 'size=0', 'A page size of 0 is refused.'],
  ['size-101', 'size=101', 'A page size over 100 is refused.'],
  ['size-negative', 'size=-5', 'A negative page size is refused.'],
  ['size-text', 'size=all', 'A page size that is not a number is refused.'],
  ['status-unknown', 'status=BLOCKED', 'An unknown status is refused.'],
  ['status-lower-case', 'status=done', 'A status in lower case is refused.'],
  ['status-empty', 'status=', 'An empty status is refused.'],
  ['priority-unknown', 'priority=TOP', 'An unknown priority is refused.'],
  ['sort-unknown', 'sort=color', 'An unknown sort field is refused.'],
  ['sort-empty', 'sort=', 'An empty sort field is refused.'],
  ['sort-case', 'sort=ID', 'A sort field in another case is refused.'],
  ['sort-inherited', 'sort=constructor', 'A property of objects is not a sort field.'],
  ['page-without-value', 'page', 'A page without a value is refused.'],
  ['status-list', 'status=TODO,DONE', 'A list of statuses is refused.'],
  ['direction-unknown', 'direction=up', 'An unknown direction is refused.', CURRENT],
  ['direction-upper-case', 'direction=DESC', 'A direction in upper case is refused.', CURRENT],
  ['search-too-long', `search=${'x'.repeat(501)}`, 'A search of 501 characters is refused.'],
]
for (const [name, query, title, scope] of REFUSED) {
  rules(`${name} | decision 12 | ${title} | GET /tasks?${query} → 400`, scope)
}
for (const value of ['+1', '01', '1e1', '0x1', '１', 'NaN', '1,2', '1\0', ' 1']) {
  const page = encodeURIComponent(value)
  rules(`
    page-${page} | decision 49 | The page '${page}' is refused: it is not in plain digits.
      GET /tasks?page=${page} → 400`)
}
