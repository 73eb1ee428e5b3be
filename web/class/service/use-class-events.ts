import { useEffect, useRef, useState } from 'preact/hooks'
import type { Class, ClassBoard } from '../../../src/classroom/classes/schemas.js'
import type { ReceivedEvent } from '../../shared/service/read-events.js'
import { serverNow } from '../../shared/service/server-clock.js'
import { type Connection, useEvents } from '../../shared/service/use-events.js'
import { type Activity, noteActivity } from './activity.js'
import type { Access } from './class-api.js'

/** The settings of the class, with the ids of its boards. */
export type ClassFacts = Omit<Class, 'boards' | 'faults'> & { boards: string[] }

export interface ClassState {
  facts: ClassFacts | undefined
  faults: Class['faults']
  /** The boards in their order. */
  learners: ClassBoard[]
  activity: Activity
  connection: Connection
}

/** How long the page collects events before it shows them, in milliseconds. The service sends those of a class together. */
const COLLECT = 50

interface Received extends Pick<ClassState, 'facts' | 'faults' | 'activity'> {
  boards: ReadonlyMap<string, ClassBoard>
}

/** Keeps a class up to date with its event stream. */
export function useClassEvents({ id, token }: Access): ClassState {
  const [received, setReceived] = useState<Received>({
    facts: undefined,
    faults: [],
    boards: new Map(),
    activity: new Map(),
  })
  const waiting = useRef<ReceivedEvent[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function onEvent(event: ReceivedEvent): void {
    waiting.current.push(event)
    if (waiting.current.length > 1) return
    timer.current = setTimeout(() => {
      const events = waiting.current.splice(0)
      setReceived((before) => receive(before, events))
    }, COLLECT)
  }

  const connection = useEvents({ path: `/classes/${id}/events`, token, hasState: true, onEvent })
  const { facts, faults, boards, activity } = received
  const learners = (facts?.boards ?? []).map((board) => boards.get(board)).filter((board) => board !== undefined)
  return { facts, faults, learners, activity, connection }
}

function receive(before: Received, events: readonly ReceivedEvent[]): Received {
  const after = { ...before }
  const changed: ClassBoard[] = []
  for (const { event, data } of events) {
    if (event === 'class') after.facts = data as ClassFacts
    else if (event === 'faults') after.faults = data as Class['faults']
    else if (event === 'learner') changed.push(data as ClassBoard)
  }
  after.boards = new Map([...before.boards, ...changed.map((board) => [board.id, board] as const)])
  after.activity = noteActivity(before.activity, changed, serverNow())
  return after
}
