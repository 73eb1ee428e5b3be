import type { Defect } from '../../api/defects/defect.js'
import { MISSED_MAX } from '../../contract/limits.js'
import type { ClassFirst } from '../../rooms/classes/classes.js'
import type { Store } from '../../rooms/store.js'
import type { Exercise } from '../../rooms/training/exercise-settings.js'
import type { Challenge } from '../../rules/challenges/challenge.js'
import type { DrillOutcome } from '../../rules/client-habits/judge-drill.js'
import { type ScoredBoard, sumFaults } from '../classes/show.js'
import { effectOf } from '../scores/routes.js'
import type { ClassDebrief, DebriefedFault } from './schemas.js'

/** The id of a board, and the names of the faults that its learner has missed. */
type MissedFaults = { board: string; missed: readonly string[] }

/**
 * Returns the faults that a class has missed, those that were missed most often first, each with an example.
 *
 * @param boards the boards of the class
 */
export async function debriefFaults(
  store: Pick<Store, 'listMissed'>,
  boards: readonly ScoredBoard[],
): Promise<ClassDebrief['faults']> {
  const missedOn = boards.map(({ id: board, faults }): MissedFaults => {
    const missed = faults.filter(({ happened, found }) => found < happened)
    return { board, missed: missed.map(({ fault }) => fault) }
  })
  const examples = await findExamples(store, missedOn)
  return sumFaults(boards)
    .map(({ fault, happened, found }) => {
      const learners = missedOn.filter(({ missed }) => missed.includes(fault)).length
      return { fault, effect: effectOf(fault), happened, found, learners, ...examples.get(fault) }
    })
    .filter(({ learners }) => learners > 0)
    .sort((one, other) => other.happened - other.found - (one.happened - one.found))
}

/**
 * Finds a missed response for each fault, if possible one that has no other fault. It reads the boards one after the other,
 * until all faults have such a response.
 */
async function findExamples(store: Pick<Store, 'listMissed'>, boards: readonly MissedFaults[]) {
  const examples = new Map<string, Pick<DebriefedFault, 'example'>>()
  const alone = new Set<string>()
  for (const { board, missed } of boards) {
    if (missed.every((fault) => alone.has(fault))) continue
    for (const { fault, number, requestId, isAlone } of await store.listMissed(board, MISSED_MAX)) {
      if (examples.has(fault) && (alone.has(fault) || !isAlone)) continue
      examples.set(fault, { example: { board, number, requestId } })
      if (isAlone) alone.add(fault)
    }
  }
  return examples
}

/**
 * Returns the challenges of an exercise that has ended, those that most learners have solved first.
 *
 * @param firsts the first solutions of the class
 * @param challenges the challenges of the exercise, in its order
 */
export function debriefChallenges(
  { solutions }: Pick<Exercise, 'solutions'>,
  firsts: readonly ClassFirst[],
  challenges: readonly Challenge[],
): ClassDebrief['challenges'] {
  const solved = new Map(firsts.filter(({ kind }) => kind === 'challenge').map((first) => [first.name, first]))
  return challenges
    .map(({ name, title, solution }) => {
      const first = solved.get(name)
      return {
        name,
        title,
        solved: first?.times ?? 0,
        ...(first && { first: { board: first.board, time: first.time } }),
        solution: solutions === 'off' ? null : solution,
      }
    })
    .sort((one, other) => other.solved - one.solved)
}

/**
 * Returns the defects that a class has missed, those that most learners have missed first.
 *
 * @param learners the boards that learners have
 */
export function debriefDefects(
  catalogue: readonly Defect[],
  names: readonly string[],
  learners: readonly ScoredBoard[],
): ClassDebrief['faults'] {
  return catalogue
    .filter(({ name }) => names.includes(name))
    .map(({ name, title }) => {
      const found = learners.filter(({ score }) => score.defects[name]).length
      return { fault: name, effect: title, happened: learners.length, found, learners: learners.length - found }
    })
    .filter((defect) => defect.learners > 0)
    .sort((one, other) => other.learners - one.learners)
}

/** Returns what the clients of a class did in the last runs of a drill, the problem with the most wrong reactions first. */
export function debriefDrill(runs: readonly DrillOutcome[]): ClassDebrief['situations'] {
  const all = runs.flatMap(({ verdicts }, run) => verdicts.map((verdict) => ({ verdict, run })))
  return [...new Set(all.map(({ verdict }) => verdict.situation))]
    .map((situation) => {
      const those = (name: string) =>
        all.filter(({ verdict }) => verdict.situation === situation && verdict.verdict === name)
      const wrong = those('wrong')
      const [first] = wrong
      return {
        situation,
        right: those('right').length,
        wrong: wrong.length,
        learners: new Set(wrong.map(({ run }) => run)).size,
        ...(first && { example: first.verdict }),
      }
    })
    .filter(({ right, wrong }) => right + wrong > 0)
    .sort((one, other) => other.wrong - one.wrong)
}
