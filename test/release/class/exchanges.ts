/** A kind of request of a simulated learner. */
export interface Kind {
  method: 'GET' | 'POST'
  path: string
  body?: object
}

/** The requests of a learner, in turn, on a board with the demo tasks. The search finds one task if it ignores case. */
export const KINDS: readonly Kind[] = [
  { method: 'GET', path: '/tasks/1' },
  { method: 'GET', path: '/tasks?size=5' },
  { method: 'GET', path: '/tasks?search=WRITE%20THE%20LAUNCH' },
  { method: 'POST', path: '/tasks', body: { title: 'Try it', status: 'TODO' } },
  { method: 'GET', path: '/tasks/summary' },
]

/** The shortest delay of a slow response in milliseconds, with a margin. */
const SLOW = 1900

/**
 * Returns the faults that change a response.
 *
 * @param drawn the faults that the plan has for the request
 */
export function effectiveFaults({ method, path }: Kind, drawn: readonly string[]): string[] {
  const always = ['slow-response', 'server-error']
  const isList = path.startsWith('/tasks?')
  const isEmpty = path.includes('search=') && drawn.includes('search-case')
  const others = [
    ...(isEmpty ? ['search-case'] : []),
    ...(isList ? ['pagination'] : []),
    ...(path === '/tasks/summary' || isEmpty ? [] : ['missing-fields', 'date-mix']),
    ...(method === 'POST' ? ['wrong-status'] : []),
  ]
  return drawn.filter((fault) => [...always, ...(drawn.includes('server-error') ? [] : others)].includes(fault))
}

/**
 * Returns the faults that a careful learner sees in a response.
 *
 * @param duration in milliseconds
 */
export function visibleFaults({ method, path }: Kind, status: number, text: string, duration: number): string[] {
  const slow = duration >= SLOW ? ['slow-response'] : []
  if (status === 500) return [...slow, 'server-error']
  const body = JSON.parse(text)
  const isList = path.startsWith('/tasks?')
  const tasks: object[] = isList ? body.content : path === '/tasks/summary' ? [] : [body]
  const isPaged =
    isList && (body.totalPages !== Math.ceil(body.totalElements / body.pageSize) || body.currentPage !== 0)
  return [
    ...slow,
    ...(path.includes('search=') && tasks.length === 0 ? ['search-case'] : []),
    ...(tasks.some((task) => !('description' in task) || !('priority' in task)) ? ['missing-fields'] : []),
    ...(isPaged ? ['pagination'] : []),
    ...(/"\w+At":\d/.test(text) ? ['date-mix'] : []),
    ...(method === 'POST' && status === 200 ? ['wrong-status'] : []),
  ]
}
