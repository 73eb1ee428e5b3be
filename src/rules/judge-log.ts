/** Pure functions that judge requests, without I/O. @module */

import { DRILL_REQUESTS_MAX } from '../contract/limits.js'
import { CHALLENGES } from './challenges/catalogue.js'
import { judgeSteps, type Solution } from './challenges/judge.js'
import { isRightClaim, NO_FAULT } from './claims/judge.js'
import { judgeDrill } from './client-habits/judge-drill.js'
import { toObservation } from './client-habits/observation.js'
import { countEffect, type EffectCount, sortEffects } from './log/effects.js'
import type { SavedClaim, SavedLog, SavedLogHeader, SavedRequest } from './saved-log.js'

/** Judges a saved log as the service has judged it, and returns what it knows from the requests of the board. */
export function judgeLog({ header, requests, claims }: SavedLog) {
  const judged = judgeClaims(requests, claims)
  const shown = new Set(header.challenges)
  const counting = requests.filter(({ challenges }) => challenges?.restarts === header.restarts)
  const { solutions } = judgeSteps(counting, {}, [])
  return {
    /** The solved challenges that the board shows, in the order in which they were solved. */
    challenges: [...solutions, ...solvedByClaims(judged)]
      .filter(({ challenge }) => shown.has(challenge))
      .toSorted((a, b) => (a.time < b.time ? -1 : 1)),
    /** `null` if no drill ran, or if its run was lost. */
    drill: judgeRun(header, requests),
    /** The effects of defects since they were configured. */
    effects: countEffects(header, requests),
    /**
     * The claims of the exercise. Those whose response the log no longer has, and those of defects, keep their verdict. All
     * keep their credit, which depends on the settings at their time. It is `null` if the claim finds nothing.
     */
    claims: judged.map(({ number, requestId, fault, defect, isRight, credit }) => {
      return { number, requestId, fault, defect, isRight, credit: isRight && fault !== NO_FAULT ? credit : null }
    }),
  }
}

function judgeClaims(requests: SavedLog['requests'], claims: SavedLog['claims']): SavedClaim[] {
  const byNumber = new Map<number | null | undefined, SavedRequest>(
    requests.map((request) => [request.number, request]),
  )
  return claims.map((claim) => {
    const { fault } = claim
    const request = byNumber.get(claim.request)
    return request === undefined || fault === null ? claim : { ...claim, isRight: isRightClaim(fault, request) }
  })
}

/** Returns the challenges that right claims have solved. */
function solvedByClaims(claims: readonly SavedClaim[]): Solution[] {
  const solved = new Set<string>()
  return claims.flatMap(({ fault, isRight, requestId, time }) => {
    const challenge = CHALLENGES.find(({ claim }) => claim === fault)?.name
    if (!isRight || challenge === undefined || requestId === null || solved.has(challenge)) return []
    solved.add(challenge)
    return [{ challenge, requestId, time }]
  })
}

function judgeRun({ drill }: SavedLogHeader, requests: SavedLog['requests']) {
  if (drill === null) return null
  const { run, requests: count, isFinished } = drill
  const observations = requests
    .flatMap((request) => (request.drill?.run === run ? [toObservation(request, request.drill)] : []))
    .slice(0, DRILL_REQUESTS_MAX)
  // A run goes on while the log is exported: its last exported request can be later than `drill.end`.
  const endedAt = Math.max(drill.end.endedAt, ...observations.map((request) => request.endedAt))
  const basis = isFinished ? drill : { ...drill, end: { ...drill.end, endedAt } }
  const { score, ...outcome } = judgeDrill(observations, count, basis)
  return { ...outcome, score: isFinished ? score : null, requests: count, isFinished }
}

function countEffects({ defectsNumber }: SavedLogHeader, requests: SavedLog['requests']): EffectCount[] {
  const counts = new Map<string, EffectCount>()
  for (const request of requests) {
    const { number, effects = [] } = request
    if (number === undefined || request.defectsNumber !== defectsNumber) continue
    for (const effect of effects) {
      const key = `${effect.defect} ${effect.effect}`
      counts.set(key, countEffect(counts.get(key), effect, { ...request, number }))
    }
  }
  return sortEffects([...counts.values()])
}
