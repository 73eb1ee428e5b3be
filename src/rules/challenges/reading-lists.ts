import { searchPattern } from '../../contract/search-pattern.js'
import { challengesIn, onList, type Step } from './challenge.js'
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

export const READING_LISTS = challengesIn('reading', {
  'page-size-100': {
    title: 'Ask for the largest page',
    task: 'Read a list with the largest page size that is allowed.',
    hints: ['The parameter is `size`.', 'The OpenAPI document names its maximum.', 'The maximum is 100.'],
    teaches: { page: 'getting-started.md#lists', section: 8 },
    solution: `curl "$BOARD/api/v1/tasks?size=100"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?size=99"`,
    steps: onList({ size: '100' }, () => true),
  },
  'second-page': {
    title: 'Turn the page',
    task: 'Read the second page of a list. It must have tasks.',
    hints: [
      'Pages are counted from 0.',
      'With fewer than 21 tasks, you need smaller pages.',
      'Use `page=1` and `size=5`.',
    ],
    teaches: { page: 'getting-started.md#lists', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?page=1&size=5"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?page=2&size=5"`,
    steps: onList({ page: '1' }),
  },
  'last-page': {
    title: 'Find the last page',
    task: 'Read the last page of a list that has at least two pages.',
    hints: [
      '`totalPages` says how many pages there are.',
      'Pages are counted from 0, so the last page is not `totalPages`.',
      'Read the page `totalPages` − 1.',
    ],
    teaches: { page: 'decisions.md#lists', section: 2 },
    solution: `curl "$BOARD/api/v1/tasks?size=15&page=1"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?size=15&page=2"`,
    steps: onList({ page: true }, (_, exchange) => {
      const { query } = exchange
      // A fault can change the numbers of the page, but not the number of tasks.
      const pages = Math.ceil(numberIn(exchange, 'totalElements') / Number(query.get('size') ?? 20))
      return pages > 1 && Number(query.get('page')) === pages - 1
    }),
  },
  'page-past-end': {
    title: 'Read past the end',
    task: 'Read a page after the last one. Is this an error?',
    hints: [
      'Your board needs at least one task.',
      'Choose a `page` that is too large.',
      'Use `page=1000`. The response is 200 with an empty `content`.',
    ],
    teaches: { page: 'decisions.md#lists', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?page=1000"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?search=nothing-has-this-text"`,
    steps: onList({ page: true }, ({ length }, exchange) => length === 0 && numberIn(exchange, 'totalElements') > 0),
  },
  'filter-status': {
    title: 'Show one column',
    task: 'Read only the tasks that are done. There must be at least one.',
    hints: ['The list has filters.', 'The parameter has the name of the field.', 'Use `status=DONE`.'],
    teaches: { page: 'getting-started.md#lists', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?status=DONE"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?search=DONE"`,
    steps: onList({ status: 'DONE' }),
  },
  'two-filters': {
    title: 'Combine two filters',
    task: 'Read the tasks with one status and one priority in a single request. It must find at least one.',
    hints: [
      'Filters can be combined.',
      'The parameters are `status` and `priority`.',
      'Join them with `&`, and put the URL in quotes.',
    ],
    teaches: { page: 'decisions.md#lists', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?status=TODO&priority=HIGH"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?status=TODO"
curl "$BOARD/api/v1/tasks?priority=HIGH"`,
    steps: onList({ status: true, priority: true }),
  },
  'sort-descending': {
    title: 'Sort from the end',
    task: 'Sort a list of at least two tasks by title, from Z to A.',
    hints: [
      '`sort` names the field.',
      'Another parameter has the direction.',
      'Use `sort=title` and `direction=desc`.',
    ],
    teaches: { page: 'getting-started.md#lists', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?sort=title&direction=desc"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?sort=title"`,
    steps: onList({ sort: 'title', direction: 'desc' }, ({ length }) => length > 1),
  },
  'due-dates-last': {
    title: 'Where are the tasks without a due date?',
    task: 'Sort a list by due date so that it shows both kinds: tasks with a due date, and then tasks without.',
    hints: [
      'Your board needs a task with `dueDate` and one without.',
      'Sort by `dueDate`.',
      'Make the page large enough to show both.',
    ],
    teaches: { page: 'decisions.md#lists', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?sort=dueDate"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?sort=dueDate&size=5"`,
    steps: onList({ sort: 'dueDate' }, (tasks) => {
      return typeof tasks[0]?.dueDate === 'string' && tasks.at(-1)?.dueDate === null
    }),
  },
  'search-ignores-case': {
    title: 'Search without regard to case',
    task: 'Search for a word in capital letters, and find a task that contains it in small letters only.',
    hints: [
      'The parameter is `search`.',
      'It finds titles, descriptions and labels.',
      'Take a word that one of your tasks has in small letters, and write it in capitals.',
    ],
    teaches: { page: 'decisions.md#lists', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?search=CHECKOUT"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?search=checkout"`,
    steps: onSearch((word, task) => {
      const isCapital = word === word.toUpperCase() && word !== word.toLowerCase()
      const count = countOf(word, task, CAPITALS)
      return isCapital && count > 0 && count === countOf(word, task, '\0')
    }),
  },
  'search-label': {
    title: 'Search in labels',
    task: 'Search for a label, and find a task whose title and description do not contain it.',
    hints: [
      '`search` also finds labels.',
      'Look at the labels of your tasks first.',
      'On the demonstration board, search for `legal`.',
    ],
    teaches: { page: 'decisions.md#lists', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?search=legal"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?search=monitoring"`,
    steps: onSearch(
      (word, { title, description, labels }) =>
        Array.isArray(labels) &&
        labels.some((label) => textOf(label).replace(searchPattern(word), '') === '') &&
        // A fault of buggy can hide the description.
        description !== undefined &&
        ![title, description].some((text) => searchPattern(word).test(textOf(text))),
    ),
  },
  'search-unicode': {
    title: 'Search beyond ASCII',
    task: 'Find a task with a search for letters such as `É`. The task must contain each of them as a small letter, such as `é`.',
    hints: [
      'Create a task whose title has such a letter.',
      'In a URL, the letter must be percent-encoded.',
      'Let curl encode it: `-G --data-urlencode "search=CAFÉ"`.',
    ],
    teaches: { page: 'decisions.md#lists', section: 4 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "café", "status": "TODO"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "cafe", "status": "TODO"}'`,
    after: `curl -G $BOARD/api/v1/tasks --data-urlencode 'search=CAFÉ'`,
    steps: onSearch((word, task) => word.search(OTHER_CAPITALS) >= 0 && countOf(word, task, OTHER_CAPITALS) > 0),
  },
  'no-wildcards': {
    title: 'There are no wildcards',
    task: 'Search for `%` or `*`, and see that it finds only tasks that contain this character.',
    hints: [
      'Some databases read `%` as "anything".',
      'In a URL, `%` is written as `%25`.',
      'Search for `%25`. The response is 200, without tasks if none contains the character.',
    ],
    teaches: { page: 'decisions.md#lists', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?search=%25"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?search=%"`,
    steps: onList({ search: true }, (tasks, { query }) => {
      const word = query.get('search') ?? ''
      return /^[%*]$/.test(word) && tasks.every((task) => searchedText(task).includes(word))
    }),
  },
})
