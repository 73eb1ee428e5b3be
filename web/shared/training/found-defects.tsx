import type { Score } from '../../../src/classroom/scores/schemas.js'
import { training } from '../../texts/en/training.js'

const { score: texts } = training

/** The defects of a board that the learner has found and, after the exercise, those that were missed. */
export function FoundDefects({ defects }: { defects: Score['foundDefects'] }) {
  return (
    <ul class="defects">
      {defects.map(({ defect, title, found }) => (
        <li key={defect} class={found ? 'right' : 'wrong'}>
          {found ? texts.defectFound : texts.defectMissed}: {title} <code>{defect}</code>
        </li>
      ))}
    </ul>
  )
}
