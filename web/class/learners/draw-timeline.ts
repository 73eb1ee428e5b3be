import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { texts } from '../../texts/en/class.js'

/** The sums at a moment. */
export interface TimelinePoint {
  /** Seconds since 1970. */
  time: number
  happened: number
  found: number
  wrong: number
}

const HEIGHT = 220

/** The steps of the count axis. */
const COUNT_STEPS = [1, 2, 5, 10, 20, 50, 100]

/** The minimum distance between two ticks of the time axis, in pixels. */
const TICK_SPACE = 80

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The steps of the time axis, in seconds. Times have whole seconds. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 30],
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7].map((days) => days * DAY),
]

const { stepped } = uPlot.paths

/**
 * Draws a chart.
 *
 * @param points the changes, with a point before the first and one after the last
 * @returns a function that removes it
 */
export function drawTimeline(element: HTMLElement, points: readonly TimelinePoint[]): () => void {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const lines = { stroke: color('line'), width: 1 }
  const axis = { stroke: color('soft'), grid: lines, ticks: lines }
  const { time, happened, found, wrong } = texts.timeline
  // A sum stays the same until the next request or claim.
  const line = { width: 2, points: { show: false }, ...(stepped && { paths: stepped({ align: 1 }) }) }
  const chart = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      padding: [null, TICK_SPACE / 2, null, null],
      series: [
        { label: time, value: (_chart, moment) => (moment == null ? '–' : formatMoment(moment, 1)) },
        { ...line, label: happened, stroke: color('soft') },
        { ...line, label: found, stroke: color('good') },
        { ...line, label: wrong, stroke: color('bad'), dash: [6, 4] },
      ],
      axes: [
        { ...axis, space: TICK_SPACE, incrs: TIME_STEPS, values: formatTicks },
        { ...axis, size: 40, incrs: COUNT_STEPS },
      ],
      scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max)] } },
      hooks: { setLegend: [showLast] },
    },
    [
      points.map(({ time }) => time),
      points.map((point) => point.happened),
      points.map((point) => point.found),
      points.map((point) => point.wrong),
    ],
    element,
  )
  const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
  observer.observe(element)
  return () => {
    observer.disconnect()
    chart.destroy()
  }
}

/** Shows the last change in the legend while the pointer is elsewhere. The point after it only gives it a width. */
function showLast(chart: uPlot): void {
  if (chart.legend.idx == null) chart.setLegend({ idx: chart.data[0].length - 2 }, false)
}

function formatTicks(_chart: uPlot, moments: number[], _axis: number, _space: number, increment: number): string[] {
  return moments.map((moment) => formatMoment(moment, increment))
}

/** Formats a time in seconds since 1970. The distance of ticks in seconds determines the precision. */
function formatMoment(moment: number, increment: number): string {
  const date = new Date(moment * 1000)
  if (increment >= DAY) return date.toLocaleDateString(undefined, { dateStyle: 'medium' })
  return date.toLocaleTimeString(undefined, { timeStyle: increment < MINUTE ? 'medium' : 'short' })
}
