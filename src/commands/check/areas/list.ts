import { area } from '../check.js'

/** GET /tasks: pages, filters and invalid parameters. */
export const list = area('list')

/** Five tasks on an empty board. */
const TASKS = [
  { title: 'b', status: 'DONE', priority: 'LOW' },
  { title: 'C', status: 'TODO', priority: 'HIGH' },
  { title: 'a', status: 'IN_PROGRESS', priority: 'HIGH' },
  { title: 'B', status: 'TODO', priority: 'LOW' },
  { title: 'c', status: 'DONE', priority: 'HIGH' },
]
const FIVE = ['', 'CLEAR', ...TASKS.map((task) => `POST /tasks ${JSON.stringify(task)}`)].join('\n')

const UNKNOWN = ['color=red', 'color', 'color=1&color=2', '=5', 'Page=7', 'page[]=7', '__proto__=1', 'constructor=1']

list(`
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
  21 times POST /tasks +{}
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
full-tasks | spec 2 | A list contains the same tasks as GET /tasks/{id}. | CLEAR
  POST /tasks +{description: "text", labels: ["a"], checklistItems: [{text: "x", done: true}]} as new
  POST /tasks/{new.id}/comments {text: "first"}
  POST /tasks/{new.id}/comments {text: "second"}
  current POST /tasks/{new.id}/attachments files [{fileName: "a"}]
  GET /tasks/{new.id} as read
  GET /tasks → /content = [{read}]
smallest-size | decision 12 | The smallest page size is 1. ${FIVE}
  GET /tasks?size=1 → /content/*/title = ["b"]
first-page-is-0 | spec 4 | Page 0 is the first page. ${FIVE}
  GET /tasks?page=0&size=2&{byId} → /content/*/title = ["b", "C"]
second-page-is-1 | spec 4 | Page 1 is the second page. ${FIVE}
  GET /tasks?page=1&size=2&{byId} → /content/*/title = ["a", "B"]
last-page | decision 13 | The last page has the remaining tasks. ${FIVE}
  GET /tasks?page=1&size=3 → /content/*/title = ["B", "c"]
pages-contain-all | decision 14 | The pages of a list contain every task once. ${FIVE}
  GET /tasks?size=2&page=0 → /content/*/title = ["b", "C"]
  GET /tasks?size=2&page=1 → /content/*/title = ["a", "B"]
  GET /tasks?size=2&page=2 → /content/*/title = ["c"]
status-TODO | spec 4 | 'status=TODO' returns only the tasks with this status. ${FIVE}
  GET /tasks?status=TODO&{byId} → /content/*/title = ["C", "B"]
status-IN_PROGRESS | spec 4 | 'status=IN_PROGRESS' returns only the tasks with this status. ${FIVE}
  GET /tasks?status=IN_PROGRESS&{byId} → /content/*/title = ["a"]
status-DONE | spec 4 | 'status=DONE' returns only the tasks with this status. ${FIVE}
  GET /tasks?status=DONE&{byId} → /content/*/title = ["b", "c"]
priority | decision 15 | 'priority' returns only the tasks with this priority. ${FIVE}
  GET /tasks?priority=HIGH → /content/*/title = ["C", "a", "c"]
priority-without-match | decision 15 | A priority that no task has returns an empty list. ${FIVE}
  GET /tasks?priority=URGENT → {content: []}
two-filters | decision 15 | Two filters return the tasks that match both. ${FIVE}
  GET /tasks?status=DONE&priority=LOW → /content/*/title = ["b"]
filter-and-search | spec 4 | A filter and a search return the tasks that match both. ${FIVE}
  GET /tasks?status=TODO&search=b → /content/*/title = ["B"]
filter-or-search | spec 4 | A filter and a search without a common match return nothing. ${FIVE}
  GET /tasks?status=DONE&search=a → {content: []}
filter-and-page | spec 4 | Pages of a filtered list contain the tasks that match. ${FIVE}
  GET /tasks?status=DONE&size=1&page=1&{byId} → /content/*/title = ["c"]
page-negative | decision 12 | A negative page is refused. | GET /tasks?page=-1 → 400
page-text | decision 12 | A page that is not a number is refused. | GET /tasks?page=one → 400
page-fraction | decision 12 | A page with a fraction is refused. | GET /tasks?page=1.5 → 400
page-empty | decision 12 | An empty page is refused. | GET /tasks?page= → 400
page-too-large | decision 12 | A page over 9007199254740991 is refused. | GET /tasks?page=9007199254740992 → 400
size-0 | decision 12 | A page size of 0 is refused. | GET /tasks?size=0 → 400
size-101 | decision 12 | A page size over 100 is refused. | GET /tasks?size=101 → 400
size-negative | decision 12 | A negative page size is refused. | GET /tasks?size=-5 → 400
size-text | decision 12 | A page size that is not a number is refused. | GET /tasks?size=all → 400
status-unknown | decision 12 | An unknown status is refused. | GET /tasks?status=BLOCKED → 400
status-lower-case | decision 12 | A status in lower case is refused. | GET /tasks?status=done → 400
status-empty | decision 12 | An empty status is refused. | GET /tasks?status= → 400
priority-unknown | decision 12 | An unknown priority is refused. | GET /tasks?priority=TOP → 400
sort-unknown | decision 12 | An unknown sort field is refused. | GET /tasks?sort=color → 400
sort-empty | decision 12 | An empty sort field is refused. | GET /tasks?sort= → 400
sort-case | decision 12 | A sort field in another case is refused. | GET /tasks?sort=ID → 400
sort-inherited | decision 12 | A property of objects is not a sort field. | GET /tasks?sort=constructor → 400
page-without-value | decision 12 | A page without a value is refused. | GET /tasks?page → 400
status-list | decision 12 | A list of statuses is refused. | GET /tasks?status=TODO,DONE → 400
direction-unknown | decision 12, current | An unknown direction is refused. | GET /tasks?direction=up → 400
direction-upper-case | decision 12, current | A direction in upper case is refused. | GET /tasks?direction=DESC → 400
search-too-long | decision 12 | A search of 501 characters is refused. | GET /tasks?search=${'x'.repeat(501)} → 400
unknown-parameter | decision 12 | An unknown query parameter is ignored. | GET /tasks as expected
  ${UNKNOWN.map((parameter) => `GET /tasks?${parameter} → body = {expected}`).join('\n')}
`)

for (const parameter of ['page=0', 'size=5', 'status=TODO', 'priority=LOW', 'search=x', 'sort=id', 'direction=asc']) {
  const [name] = parameter.split('=')
  list(`
    ${name}-twice | decision 12, ${name === 'direction' ? 'current' : ''} | '${name}' is refused if it is sent twice.
      GET /tasks?${parameter}&color=red&${parameter} → 400`)
}

for (const value of ['+1', '01', '1e1', '0x1', '１', 'NaN', '1,2', '1\0', ' 1']) {
  const page = encodeURIComponent(value)
  list(`
    page-${page} | decision 49 | The page '${page}' is refused: it is not in plain digits.
      GET /tasks?page=${page} → 400`)
}
