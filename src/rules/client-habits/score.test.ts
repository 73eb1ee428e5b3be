import t from 'tap'
import { seen } from '../../../test/kit/habits/requests.js'
import { goalsOf, TITLES } from './goals.js'
import { drillScoreOf } from './judge-drill.js'

const DONE = TITLES.map((title, index) => ({ title, status: index < 5 ? 'IN_PROGRESS' : index < 10 ? 'DONE' : 'TODO' }))
const PAGES = Array.from({ length: 10 }, (_, page) => seen({ arrivedAt: page, target: `/tasks?page=${page}&size=2` }))

const missedBy = (tasks = DONE, requests = PAGES) =>
  goalsOf(tasks, requests).flatMap(({ name, isReached, found }) => (isReached ? [] : [`${name}: ${found}`]))

t.test('all goals are reached if the board has the right tasks, and all pages were read', async (t) => {
  const reached = [...new Set(goalsOf(DONE, PAGES).map(({ isReached, found }) => `${isReached} ${found}`))]
  t.strictSame(reached, ['true Done.'])
})

t.test('each goal names what is missing', async (t) => {
  t.strictSame(missedBy(DONE.slice(1)), [
    'tasks-created: Missing: Drill task 01.',
    'tasks-moved: Missing or in another status: Drill task 01.',
  ])
  t.strictSame(missedBy(DONE.toSpliced(9, 1)), [
    'tasks-created: Missing: Drill task 10.',
    'tasks-moved: Missing or in another status: Drill task 10.',
  ])
  t.strictSame(missedBy(DONE.toSpliced(10, 3)), [
    'tasks-created: Missing: Drill task 11, Drill task 12, Drill task 13.',
  ])
  t.strictSame(missedBy([...DONE, ...DONE.slice(10, 11)]), ['none-twice: Twice: Drill task 11.'])
  t.strictSame(missedBy([...DONE, { title: 'Other', status: 'TODO' }]), ['no-others: Others: Other.'])
  const unmoved = DONE.map((task) => ({ ...task, status: 'TODO' }))
  t.match(missedBy(unmoved), [
    'tasks-moved: Missing or in another status: Drill task 01, Drill task 02, Drill task 03 and 7 more.',
  ])
  t.strictSame(missedBy(DONE, PAGES.slice(1)), ['pages-read: Pages without a complete response: 0.'])
})

t.test('a page counts as read only after a complete response, and the page 0 is the default', async (t) => {
  for (const broken of [
    { faults: ['truncated-body'] },
    { faults: ['empty-response'] },
    { faults: ['malformed-json'] },
    { faults: ['wrong-content-type'] },
    { status: 500 },
    { isDisconnected: true },
    { target: '/tasks?page=0&size=3' },
    { target: '/tasks/1?page=0&size=2' },
    { method: 'HEAD' },
  ]) {
    const first = seen({ arrivedAt: 0, target: '/tasks?page=0&size=2', ...broken })
    t.strictSame(missedBy(DONE, [first, ...PAGES.slice(1)]), ['pages-read: Pages without a complete response: 0.'])
  }
  const unnamed = seen({ arrivedAt: 0, target: '/tasks?size=2', faults: ['slow-body'] })
  t.strictSame(missedBy(DONE, [unnamed, ...PAGES.slice(1)]), [])
})

t.test('a board without tasks has not reached the goal that none is there twice', async (t) => {
  t.match(missedBy([], [])[1], 'none-twice: The client has created no task.')
})

t.test('a score counts goals and verdicts that were shown, and is rounded down to one decimal place', async (t) => {
  const goals = [true, true, false].map((isReached) => ({ name: 'x', title: 'x', found: 'Done.', isReached }))
  t.strictSame(drillScoreOf(goals, []), { right: 2, total: 3, percent: 66.6 })
  const verdicts = (['right', 'right', 'right', 'wrong', 'not-shown'] as const).map((verdict) => {
    return { situation: 'x', verdict, request: 'GET /tasks', faults: [], requestIds: [], reason: 'x' }
  })
  t.strictSame(drillScoreOf(goals, verdicts), { right: 5, total: 7, percent: 71.4 })
})
