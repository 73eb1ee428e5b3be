import { slackOf } from '../observation.js'
import { notShown, type Row, right, seconds, wrong } from '../row.js'

/** The time in milliseconds within which two equal requests were meant to run at the same time. */
const TOGETHER = 250

export const slowResponse: Row = {
  name: 'slow-response',
  title: 'a slow response, or a slow body',
  right: 'waits, or disconnects after its time-out before it repeats the request',
  opens: ({ faults }) => faults.includes('slow-response') || faults.includes('slow-body'),
  refusesStorms: true,
  judge({ last, next, attempts, end }) {
    const took = last.endedAt - last.arrivedAt
    const slack = slackOf(took)
    const meanwhile = attempts
      .of(last)
      .filter(({ arrivedAt }) => arrivedAt >= last.arrivedAt + TOGETHER && arrivedAt < last.endedAt - slack)
    if (meanwhile.length > 0) {
      return wrong('The client repeated the request while the first attempt still ran.', meanwhile)
    }
    if (end.wasStopped && last.endedAt >= end.endedAt - slack) return notShown('The drill ended during the response.')
    if (last.deadline !== null && took > last.deadline + slackOf(last.deadline)) {
      return wrong(`The client waited ${seconds(took)}, although it had announced to wait ${seconds(last.deadline)}.`)
    }
    return last.isDisconnected
      ? right(`The client disconnected after ${seconds(took)}.`, next ? [next] : [])
      : right(`The client waited ${seconds(took)}.`)
  },
}
