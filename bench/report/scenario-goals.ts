import type { Target } from '../scenarios/observation.js'
import { type Delay, diskSituation, NEIGHBOURS, type Neighbour } from '../scenarios/situations.js'
import { type Goal, latencyRatio } from './goal.js'

const PERCENTILES = ['p50', 'p99'] as const

const onDisk = (delay: Delay, target: Target) => ({
  scenario: 'slow-disk' as const,
  store: 'SQLite' as const,
  situation: diskSituation(delay, target === 'buggy'),
  target,
})

const beside = (neighbour: Neighbour, target: Target) => ({
  scenario: 'neighbours' as const,
  store: 'SQLite' as const,
  situation: NEIGHBOURS[neighbour],
  target,
})

const DISK_TARGETS: readonly [target: Target, title: string, atMost: number][] = [
  ['task', 'get one', 1.5],
  ['health', '/health', 1.5],
  ['buggy', 'get one on buggy', 2],
]

/** Other requests must not wait for the disk. */
const DISK_GOALS = DISK_TARGETS.flatMap(([target, title, atMost]) =>
  PERCENTILES.map((percentile) =>
    latencyRatio(
      `${percentile} of ${title}, fsync +20 ms vs. not delayed`,
      atMost,
      percentile,
      onDisk(20, target),
      onDisk(0, target),
    ),
  ),
)

/** A quiet board must not wait for another board. */
const NEIGHBOUR_GOALS = (['moves', 'searches', 'snapshots'] as const).flatMap((neighbour) => {
  const title = `get one while another board ${NEIGHBOURS[neighbour]}`
  return [
    latencyRatio(`p99 of ${title} vs. control`, 2, 'p99', beside(neighbour, 'task'), beside(neighbour, 'control')),
    ...PERCENTILES.map((percentile) =>
      latencyRatio(
        `${percentile} of ${title} vs. idle`,
        2,
        percentile,
        beside(neighbour, 'task'),
        beside('idle', 'task'),
      ),
    ),
  ]
})

export const SCENARIO_GOALS: readonly Goal[] = [...DISK_GOALS, ...NEIGHBOUR_GOALS]
