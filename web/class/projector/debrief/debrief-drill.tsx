import type { ClassDebrief } from '../../../../src/classroom/projector/schemas.js'
import { WithCode } from '../../../shared/text/with-code.js'
import { drill as drillTexts } from '../../../texts/en/drill.js'
import { texts } from '../../../texts/en/projector.js'

const { debrief: labels } = texts

/** The number of problems that fit on a wall. */
const SHOWN = 5

/** What the clients of the class did about each kind of problem, with an example of a wrong reaction. */
export function DebriefDrill({ situations }: Pick<ClassDebrief, 'situations'>) {
  if (situations.length === 0) return <p data-testid="debrief-drill-empty">{labels.noRuns}</p>
  return (
    <ol class="debrief-drill" data-testid="debrief-drill">
      {situations.slice(0, SHOWN).map(({ situation, right, wrong, learners, example }) => (
        <li key={situation} data-testid="debriefed-situation">
          <strong>{drillTexts.situation(situation)}</strong>
          <p>{labels.reactions(wrong, right + wrong, learners)}</p>
          {example && (
            <p>
              <code>{example.request}</code> <WithCode text={example.reason} />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
