import { Exercise } from '../shared/exercise.js'
import { texts } from '../texts/en/class.js'
import type { ClassFacts } from './use-class-events.js'

const { projector } = texts

/** The joining instructions and the exercise in large type, without names. */
export function Projector({ facts }: { facts: ClassFacts }) {
  return (
    <section class="projector" data-testid="projector">
      <h1 dir="auto">{facts.name}</h1>
      <p>{projector.open}</p>
      <p class="large">{location.origin}</p>
      <p>{projector.code}</p>
      <p class="large code" data-testid="projector-code">
        {facts.joinCode}
      </p>
      {facts.exercise && <Exercise exercise={facts.exercise} />}
    </section>
  )
}
