import { EXAMPLE_BOARD } from '../../../src/site/documents.js'
import { EXAMPLE_NOW, EXAMPLE_REQUEST_ID } from './example.js'

/** The responses of the operations with what the trainer projects. */
export const PROJECTOR_SUCCESSES: Record<string, unknown> = {
  getJoinAddresses: { url: 'https://board.example.org', local: false, others: [] },
  getProjection: {
    learners: 2,
    joined: 1,
    requests: 12,
    found: 1,
    defects: 0,
    challenges: 12,
    solved: 1,
    ranking: [{ board: EXAMPLE_BOARD, name: 'Ada', place: 1, points: 2, found: 1, solved: 1, drill: null }],
    firsts: [{ kind: 'fault', name: 'date-mix', title: 'date-mix', board: EXAMPLE_BOARD, time: EXAMPLE_NOW }],
    running: 0,
    finished: 0,
  },
  getDebrief: {
    learners: 2,
    faults: [
      {
        fault: 'server-error',
        effect: 'The response has the status 500.',
        happened: 4,
        found: 1,
        learners: 2,
        example: { board: EXAMPLE_BOARD, number: 4, requestId: EXAMPLE_REQUEST_ID },
      },
    ],
    challenges: [
      {
        name: 'first-list',
        title: 'Read the list of tasks',
        solved: 1,
        first: { board: EXAMPLE_BOARD, time: EXAMPLE_NOW },
        solution: 'curl $BOARD/api/v1/tasks',
      },
    ],
    situations: [],
  },
}
