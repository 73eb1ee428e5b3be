import { useEffect, useRef } from 'preact/hooks'
import type { LearnerRequest } from '../../../src/classroom/exchanges/schemas.js'
import { texts } from '../../texts/en/class.js'
import type { TimelinePoint } from './draw-timeline.js'

/** A chart of the faults and the claims of a learner over time. The library is loaded on demand. */
export function Timeline({ requests }: { requests: readonly LearnerRequest[] }) {
  const element = useRef<HTMLDivElement>(null)
  const changes = pointsOf(requests)
  const last = changes.at(-1)
  const hasChart = changes.length > 0
  useEffect(() => {
    const target = element.current
    if (target === null || !hasChart) return
    let destroy: (() => void) | undefined
    let hasEnded = false
    import('./draw-timeline.js').then(({ drawTimeline }) => {
      if (!hasEnded) destroy = drawTimeline(target, withEnds(changes))
    })
    return () => {
      hasEnded = true
      destroy?.()
    }
  }, [hasChart, requests])
  return (
    <figure class={hasChart ? 'timeline drawn' : 'timeline'} data-testid="timeline">
      <figcaption>{texts.timeline.caption(last?.happened ?? 0, last?.found ?? 0, last?.wrong ?? 0)}</figcaption>
      <div ref={element} aria-hidden="true" />
    </figure>
  )
}

/** Adds a second before the first change, and one after the last. Otherwise, a single change would have no width. */
function withEnds(changes: readonly TimelinePoint[]): TimelinePoint[] {
  const [first, last] = [changes[0], changes.at(-1)] as [TimelinePoint, TimelinePoint]
  return [{ time: first.time - 1, happened: 0, found: 0, wrong: 0 }, ...changes, { ...last, time: last.time + 1 }]
}

/** Returns the sums at the end of each second with a request or a claim. */
function pointsOf(requests: readonly LearnerRequest[]): TimelinePoint[] {
  const changes = requests.flatMap(({ time, changed, claims }) => [
    { time, happened: changed?.length ?? 0, found: 0, wrong: 0 },
    ...claims.map((claim) => ({
      time: claim.time,
      happened: 0,
      found: claim.verdict === 'right' && claim.fault !== 'none' ? 1 : 0,
      wrong: claim.verdict === 'wrong' ? 1 : 0,
    })),
  ])
  const points = new Map<string, TimelinePoint>()
  let [happened, found, wrong] = [0, 0, 0]
  for (const change of changes.toSorted((one, other) => one.time.localeCompare(other.time))) {
    happened += change.happened
    found += change.found
    wrong += change.wrong
    points.set(change.time, { time: Date.parse(change.time) / 1000, happened, found, wrong })
  }
  return [...points.values()]
}
