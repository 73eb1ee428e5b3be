/** Functions without input and output, which judge requests. @module */

import { CHALLENGES } from './challenges/catalogue.js'
import { judgeSteps, type Solution } from './challenges/judge.js'
import { hintSettingOf } from './claims/credit.js'
import { judgeClaim } from './claims/judge.js'
import { judgeDrill } from './client-habits/judge-drill.js'
import { toObservation } from './client-habits/observation.js'
import type { DrillOutcome } from './client-habits/outcome.js'
import { countEffect, type EffectCount, sortEffects } from './log/effects.js'
import type { SavedClaim, SavedLog, SavedLogHeader, SavedRequest } from './saved-log.js'

/** What the service knows from the requests of a board. */
export interface JudgedLog {
  /** The challenges that were solved since they were last deleted, in the order in which they were solved. */
  challenges: Solution[]
  /** `null` if no drill ran, or if its run was lost. */
  drill: (DrillOutcome & { requests: number; isFinished: boolean }) | null
  /** The effects of defects since they were configured. */
  effects: EffectCount[]
  /** The claims of the exercise. Those whose response the log no longer has, and those of defects, keep their verdict. */
  claims: Pick<SavedClaim, 'number' | 'requestId' | 'fault' | 'defect' | 'isRight' | 'credit'>[]
}

/** Judges a saved log as the service has judged it. */
export function judgeLog({ header, requests, claims }: SavedLog): JudgedLog {
  const judged = judgeClaims(header, requests, claims)
  const counting = requests.filter(({ challenges }) => challenges?.restarts === header.restarts)
  const { solutions } = judgeSteps(counting, {}, [])
  const challenges = [...solutions, ...solvedByClaims(judged)].toSorted((a, b) => (a.time < b.time ? -1 : 1))
  return {
    challenges,
    drill: judgeRun(header, requests),
    effects: countEffects(header, requests),
    claims: judged.map(({ number, requestId, fault, defect, isRight, credit }) => {
      return { number, requestId, fault, defect, isRight, credit }
    }),
  }
}

function judgeClaims({ exercise }: SavedLogHeader, requests: SavedLog['requests'], claims: SavedLog['claims']) {
  const byNumber = new Map(requests.map((request) => [request.number, request]))
  const earlier = new Map<SavedRequest, SavedClaim[]>()
  return claims.map((claim): SavedClaim => {
    const request = claim.request === null ? undefined : byNumber.get(claim.request)
    if (request === undefined || claim.fault === null) return claim
    const others = earlier.get(request) ?? []
    const judged = { ...claim, ...judgeClaim(claim.fault, request, others, hintSettingOf(exercise)) }
    earlier.set(request, [...others, judged])
    return judged
  })
}

/** Returns the challenges that right claims have solved. */
function solvedByClaims(claims: readonly SavedClaim[]): Solution[] {
  const solved = new Set<string>()
  return claims.flatMap(({ fault, isRight, requestId, time }) => {
    const challenge = CHALLENGES.find(({ claim }) => claim !== undefined && claim === fault)?.name
    if (!isRight || challenge === undefined || requestId === null || solved.has(challenge)) return []
    solved.add(challenge)
    return [{ challenge, requestId, time }]
  })
}

function judgeRun({ drill }: SavedLogHeader, requests: SavedLog['requests']): JudgedLog['drill'] {
  if (drill === null) return null
  const { run, requests: count, isFinished } = drill
  const observations = requests.flatMap((request) =>
    request.drill?.run === run ? [toObservation(request, request.drill)] : [],
  )
  const { score, ...outcome } = judgeDrill(observations, count, drill)
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
