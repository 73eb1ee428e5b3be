import type { Api } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import type { Json } from '../exchange.js'
import { equal, fields, hasFields, matches, status } from '../expect.js'
import { returns } from '../returns.js'

/** GET /tasks: pages, filters and invalid parameters. */
export const list = area('list')
const { check, given, within, onEmptyBoard } = list

/** Creates five tasks on an empty board, and returns their ids. */
async function five(api: Api): Promise<Json[]> {
  await api.clear()
  return api.createAll(
    { title: 'b', status: 'DONE', priority: 'LOW' },
    { title: 'C', status: 'TODO', priority: 'HIGH' },
    { title: 'a', status: 'IN_PROGRESS', priority: 'HIGH' },
    { title: 'B', status: 'TODO', priority: 'LOW' },
    { title: 'c', status: 'DONE', priority: 'HIGH' },
  )
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

/** Returns what a check does that compares fields of a page. */
function pages(query: string, expected: Record<string, unknown>) {
  return async (api: Api): Promise<void> => fields(await api.page(query), expected)
}

check('returns-200', spec(4), 'GET /tasks returns 200.', async (api) => status(await api.send('GET /tasks'), 200))
check('returns-json', 'specification, introduction', 'A list is sent as `application/json`.', async (api) =>
  matches((await api.send('GET /tasks')).headers.get('content-type'), /^application\/json\b/i),
)
onEmptyBoard('empty-board', spec(2), 'The list of an empty board has no tasks.', async (api) => {
  fields(await api.page(), { content: [], totalElements: 0 })
})
onEmptyBoard('empty-board-pages', decision(13), 'An empty board has 0 pages.', pages('', { totalPages: 0 }))
check('page-fields', spec(2), 'A page has the fields of the specification.', async (api) =>
  hasFields(await api.page(), ['content', 'currentPage', 'pageSize', 'totalElements', 'totalPages']),
)
onEmptyBoard('full-tasks', spec(2), 'A list contains the same tasks as GET /tasks/{id}.', async (api) => {
  const { id } = await api.create({ description: 'text', labels: ['a'], checklistItems: [{ text: 'x', done: true }] })
  for (const text of ['first', 'second']) await api.comment(id, text)
  if (api.edition === 'current') await api.attach(id, { fileName: 'a' })
  equal((await api.page()).content, [await api.task(id)])
})
check('default-page', spec(8), 'The default page is 0.', async (api) => fields(await api.page(), { currentPage: 0 }))
onEmptyBoard('default-size', spec(8), 'The default page size is 20.', async (api) => {
  await api.createAll(...Array(21).fill({}))
  const page = await api.page()
  equal([page.pageSize, page.content.length], [20, 20])
})
onFive('size', spec(4), '`size` is the number of tasks on a page.', async (api) => {
  const page = await api.page('?size=2')
  equal([page.pageSize, page.content.length], [2, 2])
})
onFive('smallest-size', decision(12), 'The smallest page size is 1.', lists('?size=1', 1))
check('largest-size', spec(8), 'The largest page size is 100.', pages('?size=100', { pageSize: 100 }))
onFive('first-page-is-0', spec(4), 'Page 0 is the first page.', lists('?page=0&size=2&{byId}', 1, 2))
onFive('second-page-is-1', spec(4), 'Page 1 is the second page.', lists('?page=1&size=2&{byId}', 3, 4))
onFive('current-page', spec(2), '`currentPage` is the number of the page, from 0.', async (api) => {
  fields(await api.page('?page=1&size=2'), { currentPage: 1 })
})
onFive('last-page', decision(13), 'The last page has the remaining tasks.', lists('?page=1&size=3', 4, 5))
onFive('pages-contain-all', decision(14), 'The pages of a list contain every task once.', async (api, ids) => {
  const pages: number[] = []
  for (const page of [0, 1, 2]) pages.push(...(await api.list(`?size=2&page=${page}`)))
  equal(pages, ids)
})
onFive('total-elements', spec(2), '`totalElements` counts the tasks on all pages.', async (api) => {
  fields(await api.page('?size=2'), { totalElements: 5 })
})
onFive('total-elements-filtered', spec(2), '`totalElements` counts the tasks that match.', async (api) => {
  fields(await api.page('?size=1&status=DONE'), { totalElements: 2 })
})
onFive('total-pages', decision(13), '`totalPages` is rounded up.', pages('?size=2', { totalPages: 3 }))
onFive('total-pages-exact', decision(13), 'No page follows a full last page.', pages('?size=5', { totalPages: 1 }))
onFive('page-past-end', decision(13), 'A page past the end is 200 with empty `content`.', async (api) => {
  const { status, json } = await api.send('GET /tasks?page=7&size=2')
  equal({ status, content: json?.content }, { status: 200, content: [] })
})
check('page-past-end-number', decision(13), 'A page past the end has the requested number.', async (api) => {
  const { json } = await api.send('GET /tasks?page=4711')
  fields(json, { currentPage: 4711 })
})
check('largest-page', decision(12), 'The largest page number is 9007199254740991.', async (api) =>
  equal(await api.status('GET /tasks?page=9007199254740991&size=100'), 200),
)

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
  const checkTwice = within(name === 'direction' ? CURRENT : {})
  checkTwice(`${name}-twice`, decision(12), `\`${name}\` is refused if it is sent twice.`, async (api) =>
    equal(await api.status(`GET /tasks?${parameter}&color=red&${parameter}`), 400),
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
  within(scope)(name, decision(12), title, returns(400, `GET /tasks?${query}`))
}
for (const value of ['+1', '01', '1e1', '0x1', '１', 'NaN', '1,2', '1\0', ' 1']) {
  const page = encodeURIComponent(value)
  const title = `The page \`${page}\` is refused: it is not in plain digits.`
  check(`page-${page}`, decision(49), title, returns(400, `GET /tasks?page=${page}`))
}
