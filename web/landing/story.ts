/** What happens on the small board of the start page. */

/** A task of the small board. */
export interface Card {
  title: string
  label: string
  /** The index of its column. */
  column: number
}

/** A request with its response, as the board page lists it. */
export interface Line {
  status: number
  request: string
  /** What is wrong with the response. */
  problem?: string
  /** The fault that the user has reported. */
  reported?: string
}

/** A part of the body that should have come back, and of the one that did. */
export interface Evidence {
  expected: readonly string[]
  received: readonly string[]
}

/** The small board at one moment. */
export interface Scene {
  cards: readonly Card[]
  /** The latest requests, newest first. */
  lines: readonly Line[]
  /** The number of faults that the user has found. */
  found: number
  /** What is wrong with the last faulty response. */
  evidence?: Evidence | undefined
}

interface Event {
  /** A new request. */
  line?: Line
  /** The fault that the user reports in the last response. */
  reported?: string
  evidence?: Evidence
  change?: (cards: readonly Card[]) => readonly Card[]
}

/** The number of requests that are shown. */
const LINES = 5

const NEW: Card = { title: 'Buy milk', label: 'home', column: 0 }

const CARDS: readonly Card[] = [
  { title: 'Choose a payment provider', label: 'payments', column: 0 },
  { title: 'Build the checkout page', label: 'frontend', column: 1 },
  { title: 'Register the domain', label: 'operations', column: 2 },
  { title: 'Agree on the colours', label: 'design', column: 2 },
]

const EVENTS: readonly Event[] = [
  { line: { status: 200, request: 'GET /api/v1/tasks' } },
  { line: { status: 201, request: 'POST /api/v1/tasks' }, change: (cards) => [...cards, NEW] },
  {
    line: { status: 200, request: 'POST /api/v1/tasks/5/reorder' },
    change: (cards) => cards.map((card) => (card === NEW ? { ...card, column: 1 } : card)),
  },
  {
    line: { status: 500, request: 'GET /api/buggy/tasks/3', problem: 'Failed' },
    evidence: {
      expected: ['"id": 3,', '"status": "DONE",', '"priority": "LOW",'],
      received: ['"status": 500', '', ''],
    },
  },
  { reported: 'server-error' },
  {
    line: { status: 200, request: 'GET /api/buggy/tasks/2', problem: 'No “priority”' },
    evidence: {
      expected: ['"status": "IN_PROGRESS",', '"priority": "HIGH",', '"dueDate": null'],
      received: ['"status": "IN_PROGRESS",', '', '"dueDate": null'],
    },
  },
  { reported: 'missing-fields' },
]

/** The index of the moment with which the page starts: the last fault has just happened. */
export const START = EVENTS.length - 1

/** The moments of the story, in order. The last one has everything that the story shows. */
export const SCENES: readonly Scene[] = tell()

function tell(): Scene[] {
  let scene: Scene = { cards: CARDS, lines: [], found: 0 }
  const scenes = [scene]
  for (const event of EVENTS) {
    scene = follow(scene, event)
    scenes.push(scene)
  }
  return scenes
}

function follow(before: Scene, { line, reported, evidence, change }: Event): Scene {
  const { cards, found } = before
  const [last, ...earlier] = before.lines
  const lines =
    reported !== undefined && last
      ? [{ ...last, reported }, ...earlier]
      : [...(line ? [line] : []), ...(last ? [last] : []), ...earlier]
  return {
    cards: change ? change(cards) : cards,
    lines: lines.slice(0, LINES),
    found: reported === undefined ? found : found + 1,
    evidence: evidence ?? before.evidence,
  }
}
