import { useState } from 'preact/hooks'
import type { Class, ClassBoard } from '../../src/management/classes/schemas.js'
import type { ReceivedEvent } from '../shared/read-events.js'
import { type Connection, useEvents } from '../shared/use-events.js'
import type { Access } from './class-api.js'

/** The settings of the class, with the ids of its boards. */
export type ClassFacts = Omit<Class, 'boards' | 'faults'> & { boards: string[] }

export interface ClassState {
  facts: ClassFacts | undefined
  faults: Class['faults']
  /** The boards in their order. */
  learners: ClassBoard[]
  connection: Connection
}

/** Keeps a class up to date with its event stream. */
export function useClassEvents({ id, token }: Access): ClassState {
  const [facts, setFacts] = useState<ClassFacts>()
  const [faults, setFaults] = useState<Class['faults']>([])
  const [boards, setBoards] = useState<ReadonlyMap<string, ClassBoard>>(new Map())

  function onEvent({ event, data }: ReceivedEvent): void {
    if (event === 'class') setFacts(data as ClassFacts)
    else if (event === 'faults') setFaults(data as Class['faults'])
    else if (event === 'learner') {
      const board = data as ClassBoard
      setBoards((before) => new Map([...before, [board.id, board]]))
    }
  }

  const connection = useEvents({ path: `/classes/${id}/events`, token, hasState: true, onEvent })
  const learners = (facts?.boards ?? []).map((board) => boards.get(board)).filter((board) => board !== undefined)
  return { facts, faults, learners, connection }
}
