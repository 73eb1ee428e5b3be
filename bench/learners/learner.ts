import type { Request } from '../contestants/process.js'
import { get, json } from '../workloads/workload.js'
import type { Reply } from './requests.js'

const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE'] as const
/** The tasks of the demonstration board, with which a learner begins. */
const DEMO_TASKS = 20
/** The share of the requests of tasks that go to buggy; the others go to v1. */
const BUGGY_SHARE = 2 / 3

export type Kind = 'read' | 'write' | 'claim'

/** A request, and what its response means. */
export interface Step {
  kind: Kind
  request: Request
  /** The status of the correct response. */
  status: number
  /** Whether the learner needs the body of the response. */
  needsBody?: true
  /** Gets the response, if the operation has run. */
  done?(reply: Reply): void
  /** Called in any case, also if there was no response. */
  ended?(): void
}

/** What a board must have afterwards. */
export interface Ledger {
  /** The titles and columns of all tasks that the learner has created or changed, by id. */
  tasks: Map<number, Pick<Known, 'title' | 'status'>>
  deleted: Set<number>
  claims: number
  /** The ids of the requests to variants whose responses have arrived. */
  requests: string[]
}

interface Known {
  title: string
  status: string
  /** A request for it has no response yet. */
  isBusy: boolean
}

export interface Learner {
  /** The path of the board. */
  base: string
  ledger: Ledger
  /** Returns the next request. */
  next(): Step
}

/** The steps and their weights: the first hours of someone who tests an API. */
const MIX = [
  [24, 'list'],
  [8, 'search'],
  [27, 'get'],
  [13, 'create'],
  [12, 'replace'],
  [5, 'move'],
  [4, 'comment'],
  [4, 'delete'],
  [3, 'missing'],
] as const
/** The share of claims in all requests. */
const CLAIM_SHARE = 1 / 25

type Name = (typeof MIX)[number][1]
const NAMES: readonly Name[] = MIX.flatMap(([weight, name]) => Array<Name>(weight).fill(name))

/**
 * Creates a learner, who reads, creates, changes, moves and deletes tasks of a board with demo tasks, and now and then
 * claims the fault of a response. Only one request for each task is on its way, so that all responses are certain.
 *
 * @param random returns numbers from 0 to 1
 */
export function createLearner(base: string, random: () => number): Learner {
  const ledger: Ledger = { tasks: new Map(), deleted: new Set(), claims: 0, requests: [] }
  const known = new Map<number, Known>()
  for (let id = 1; id <= DEMO_TASKS; id++) known.set(id, { title: '', status: 'TODO', isBusy: false })
  /** Responses of buggy that can be claimed. */
  const claimable: Reply[] = []
  let created = 0

  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

  function next(): Step {
    if (random() < CLAIM_SHARE && claimable.length > 0) return claim(claimable.shift() as Reply)
    const isBuggy = random() < BUGGY_SHARE
    const step = create(pick(NAMES), `${base}/api/${isBuggy ? 'buggy' : 'v1'}/tasks`)
    return {
      ...step,
      done(reply) {
        ledger.requests.push(reply.requestId)
        if (isBuggy) claimable.push({ ...reply, body: '' })
        if (claimable.length > 10) claimable.shift()
        if (!reply.faults.includes('server-error')) step.done?.(reply)
      },
    }
  }

  function claim({ requestId, faults: [fault = 'none'] }: Reply): Step {
    return {
      kind: 'claim',
      request: json('POST', `${base}/claims`, { requestId, fault }),
      status: 201,
      done: () => void ledger.claims++,
    }
  }

  function create(name: Name, tasks: string): Step {
    const read = (target: string, status = 200): Step => ({ kind: 'read', request: get(tasks + target), status })
    const free = [...known].filter(([, { isBusy }]) => !isBusy)
    if (name === 'create' || free.length === 0) return createTask(tasks)
    const [id, task] = pick(free)
    switch (name) {
      case 'list':
        return read('')
      case 'search':
        return read('?search=launch&status=TODO')
      case 'get':
        return { ...read(`/${id}`), ...during(task) }
      case 'missing':
        return read('/999999', 404)
      case 'comment':
        return {
          kind: 'write',
          request: json('POST', `${tasks}/${id}/comments`, { text: 'The room is reserved.' }),
          status: 201,
          ...during(task),
        }
      case 'delete':
        return {
          kind: 'write',
          request: { method: 'DELETE', path: `${tasks}/${id}`, headers: {} },
          status: 204,
          ...during(task),
          done() {
            known.delete(id)
            ledger.tasks.delete(id)
            ledger.deleted.add(id)
          },
        }
      case 'replace': {
        const body = bodyOf(task.status)
        return change(json('PUT', `${tasks}/${id}`, body), body.title, body.status)
      }
      default: {
        const status = pick(STATUSES)
        const move = json('POST', `${tasks}/${id}/reorder`, { targetStatus: status, targetIndex: 0 })
        return change(move, task.title, status)
      }
    }

    function change(request: Request, title: string, status: string): Step {
      const done = () => {
        Object.assign(task, { title, status })
        // The titles of the demo tasks are not known.
        if (title !== '') ledger.tasks.set(id, { title, status })
      }
      return { kind: 'write', request, status: 200, ...during(task), done }
    }
  }

  /** No other request is for the task meanwhile. */
  function during(task: Known): Pick<Step, 'ended'> {
    task.isBusy = true
    return {
      ended() {
        task.isBusy = false
      },
    }
  }

  function createTask(tasks: string): Step {
    const body = bodyOf(pick(STATUSES))
    return {
      kind: 'write',
      request: json('POST', tasks, body),
      status: 201,
      needsBody: true,
      done(reply) {
        const { id } = JSON.parse(reply.body) as { id: number }
        const { title, status } = body
        known.set(id, { title, status, isBusy: false })
        ledger.tasks.set(id, { title, status })
      },
    }
  }

  function bodyOf(status: string) {
    return {
      title: `Prepare part ${created++} of the demonstration`,
      description: 'Show the first version on Friday.',
      status,
      priority: 'HIGH',
      dueDate: '2027-11-27',
      labels: ['demo', 'team'],
      checklistItems: [{ text: 'Reserve a room' }, { text: 'Invite the team' }],
    }
  }

  return { base, ledger, next }
}
