import { searchPattern } from '../../contract/search-pattern.js'
import { challengesIn, onList, type Solutions, type Step } from './challenge.js'
import { numberIn, searchedText, textOf } from './look.js'
import type { Fields } from './observed.js'

function onSearch(isFound: (word: string, task: Fields) => boolean): Step {
  return onList({ search: true }, (tasks, { query }) => tasks.some((task) => isFound(query.get('search') ?? '', task)))
}

const CAPITALS = /\p{Changes_When_Lowercased}/gu
const OTHER_CAPITALS = /(?!\p{ASCII})\p{Changes_When_Lowercased}/gu

/** Counts how often the search finds a word in a task, except where the task has letters of a kind. */
function countOf(word: string, task: Fields, except: RegExp | string): number {
  return searchedText(task).replaceAll(except, '\0').split(searchPattern(word)).length - 1
}

const TEXTS = `
page-size-100 | Ask for the largest page | getting-started.md#lists, section 8
  Read a list with the largest page size that is allowed.
  - The parameter is 'size'.
  - The OpenAPI document names its maximum.
  - The maximum is 100.
  $ curl "$BOARD/api/v1/tasks?size=100"
  ≠ curl "$BOARD/api/v1/tasks?size=99"
second-page | Turn the page | getting-started.md#lists, section 4
  Read the second page of a list. It must have tasks.
  - Pages are counted from 0.
  - With fewer than 21 tasks, you need smaller pages.
  - Use 'page=1' and 'size=5'.
  $ curl "$BOARD/api/v1/tasks?page=1&size=5"
  ≠ curl "$BOARD/api/v1/tasks?page=2&size=5"
last-page | Find the last page | decisions.md#lists, section 2
  Read the last page of a list that has at least two pages.
  - 'totalPages' says how many pages there are.
  - Pages are counted from 0, so the last page is not 'totalPages'.
  - Read the page 'totalPages' − 1.
  $ curl "$BOARD/api/v1/tasks?size=15&page=1"
  ≠ curl "$BOARD/api/v1/tasks?size=15&page=2"
page-past-end | Read past the end | decisions.md#lists, section 4
  Read a page after the last one. Is this an error?
  - Your board needs at least one task.
  - Choose a 'page' that is too large.
  - Use 'page=1000'. The response is 200 with an empty 'content'.
  $ curl "$BOARD/api/v1/tasks?page=1000"
  ≠ curl "$BOARD/api/v1/tasks?search=nothing-has-this-text"
filter-status | Show one column | getting-started.md#lists, section 4
  Read only the tasks that are done. There must be at least one.
  - The list has filters.
  - The parameter has the name of the field.
  - Use 'status=DONE'.
  $ curl "$BOARD/api/v1/tasks?status=DONE"
  ≠ curl "$BOARD/api/v1/tasks?search=DONE"
two-filters | Combine two filters | decisions.md#lists, section 4
  Read the tasks with one status and one priority in a single request. It must find at least one.
  - Filters can be combined.
  - The parameters are 'status' and 'priority'.
  - Join them with '&', and put the URL in quotes.
  $ curl "$BOARD/api/v1/tasks?status=TODO&priority=HIGH"
  ≠ curl "$BOARD/api/v1/tasks?status=TODO"
  ≠ curl "$BOARD/api/v1/tasks?priority=HIGH"
sort-descending | Sort from the end | getting-started.md#lists, section 4
  Sort a list of at least two tasks by title, from Z to A.
  - 'sort' names the field.
  - Another parameter has the direction.
  - Use 'sort=title' and 'direction=desc'.
  $ curl "$BOARD/api/v1/tasks?sort=title&direction=desc"
  ≠ curl "$BOARD/api/v1/tasks?sort=title"
due-dates-last | Where are the tasks without a due date? | decisions.md#lists, section 4
  Sort a list by due date so that it shows both kinds: tasks with a due date, and then tasks without.
  - Your board needs a task with 'dueDate' and one without.
  - Sort by 'dueDate'.
  - Make the page large enough to show both.
  $ curl "$BOARD/api/v1/tasks?sort=dueDate"
  ≠ curl "$BOARD/api/v1/tasks?sort=dueDate&size=5"
search-ignores-case | Search without regard to case | decisions.md#lists, section 4
  Search for a word in capital letters, and find a task that contains it in small letters only.
  - The parameter is 'search'.
  - It finds titles, descriptions and labels.
  - Take a word that one of your tasks has in small letters, and write it in capitals.
  $ curl "$BOARD/api/v1/tasks?search=CHECKOUT"
  ≠ curl "$BOARD/api/v1/tasks?search=checkout"
search-label | Search in labels | decisions.md#lists, section 4
  Search for a label, and find a task whose title and description do not contain it.
  - 'search' also finds labels.
  - Look at the labels of your tasks first.
  - On the demonstration board, search for 'legal'.
  $ curl "$BOARD/api/v1/tasks?search=legal"
  ≠ curl "$BOARD/api/v1/tasks?search=monitoring"
search-unicode | Search beyond ASCII | decisions.md#lists, section 4
  Find a task with a search for letters such as 'É'. The task must contain each of them as a small letter, such as 'é'.
  - Create a task whose title has such a letter.
  - In a URL, the letter must be percent-encoded.
  - Let curl encode it: '-G --data-urlencode "search=CAFÉ"'.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "café", "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "cafe", "status": "TODO"}'
  = curl -G $BOARD/api/v1/tasks --data-urlencode 'search=CAFÉ'
no-wildcards | There are no wildcards | decisions.md#lists, section 4
  Search for '%' or '*', and see that it finds only tasks that contain this character.
  - Some databases read '%' as "anything".
  - In a URL, '%' is written as '%25'.
  - Search for '%25'. The response is 200, without tasks if none contains the character.
  $ curl "$BOARD/api/v1/tasks?search=%25"
  ≠ curl "$BOARD/api/v1/tasks?search=%"
`

const STEPS: Solutions = {
  'page-size-100': onList({ size: '100' }, () => true),
  'second-page': onList({ page: '1' }),
  'last-page': onList({ page: true }, (_, exchange) => {
    const { query } = exchange
    // A fault can change the numbers of the page, but not the number of tasks.
    const pages = Math.ceil(numberIn(exchange, 'totalElements') / Number(query.get('size') ?? 20))
    return pages > 1 && Number(query.get('page')) === pages - 1
  }),
  'page-past-end': onList(
    { page: true },
    ({ length }, exchange) => length === 0 && numberIn(exchange, 'totalElements') > 0,
  ),
  'filter-status': onList({ status: 'DONE' }),
  'two-filters': onList({ status: true, priority: true }),
  'sort-descending': onList({ sort: 'title', direction: 'desc' }, ({ length }) => length > 1),
  'due-dates-last': onList({ sort: 'dueDate' }, (tasks) => {
    return typeof tasks[0]?.dueDate === 'string' && tasks.at(-1)?.dueDate === null
  }),
  'search-ignores-case': onSearch((word, task) => {
    const isCapital = word === word.toUpperCase() && word !== word.toLowerCase()
    const count = countOf(word, task, CAPITALS)
    return isCapital && count > 0 && count === countOf(word, task, '\0')
  }),
  'search-label': onSearch(
    (word, { title, description, labels }) =>
      Array.isArray(labels) &&
      labels.some((label) => textOf(label).replace(searchPattern(word), '') === '') &&
      // A fault of buggy can hide the description.
      description !== undefined &&
      ![title, description].some((text) => searchPattern(word).test(textOf(text))),
  ),
  'search-unicode': onSearch(
    (word, task) => word.search(OTHER_CAPITALS) >= 0 && countOf(word, task, OTHER_CAPITALS) > 0,
  ),
  'no-wildcards': onList({ search: true }, (tasks, { query }) => {
    const word = query.get('search') ?? ''
    return /^[%*]$/.test(word) && tasks.every((task) => searchedText(task).includes(word))
  }),
}

export const READING_LISTS = challengesIn('reading', TEXTS, STEPS)
