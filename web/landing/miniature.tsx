import { useEffect, useState } from 'preact/hooks'
import { usePageVisible } from '../shared/browser/use-page-visible.js'
import { Icon } from '../shared/parts/icon.js'
import { Check, Pause, Play } from '../shared/parts/icons.js'
import { landing } from '../texts/en/landing.js'
import { type Evidence, SCENES, START, type Line as StoryLine } from './story.js'
import { useReducedMotion } from './use-reduced-motion.js'

const { miniature: texts } = landing

/** How long each scene is shown, in milliseconds. */
const PERIOD = 1800

/** The places of the lines. Phones show the first three. */
const PLACES = [0, 1, 2, 3, 4]

const LAST = SCENES.length - 1

/**
 * A small board that shows what happens on a board: requests change tasks, and faults are found. It sends no requests.
 * Users who prefer reduced motion see the last scene.
 */
export function Miniature() {
  const isStill = useReducedMotion()
  const [isPaused, setPaused] = useState(false)
  const isVisible = usePageVisible()
  const [index, setIndex] = useState(START)
  const isRunning = !isStill && !isPaused && isVisible
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setIndex((current) => (current + 1) % SCENES.length), PERIOD)
    return () => clearInterval(timer)
  }, [isRunning])
  const scene = SCENES[isStill ? LAST : index]
  if (scene === undefined) return null
  return (
    <figure class="miniature" data-testid="miniature">
      <div class="miniature-columns" aria-hidden="true">
        {texts.columns.map((name, column) => (
          <div class="miniature-column" key={name}>
            <span class="miniature-heading">{name}</span>
            {scene.cards
              .filter((card) => card.column === column)
              .map(({ title, label }) => (
                <span class="miniature-card" key={title}>
                  {title}
                  <span class="miniature-label">{label}</span>
                </span>
              ))}
          </div>
        ))}
      </div>
      <div class="miniature-evidence" aria-hidden="true">
        {scene.evidence ? <Bodies of={scene.evidence} /> : <p class="hint">{texts.noFault}</p>}
      </div>
      <ol class="miniature-lines" aria-hidden="true" data-testid="miniature-requests">
        {/* Each line stays in its place, and only its content changes, so that nothing on the page moves. */}
        {PLACES.map((place) => (
          <li key={place}>{scene.lines[place] && <Line line={scene.lines[place]} />}</li>
        ))}
      </ol>
      <figcaption>
        <span class="miniature-found" aria-hidden="true">
          {texts.found(scene.found)}
        </span>
        <span class="hidden">{texts.description}</span>
        {!isStill && (
          <button
            type="button"
            class="quiet"
            onClick={() => setPaused(!isPaused)}
            aria-label={isPaused ? texts.play : texts.pause}
            data-testid="pause-miniature"
          >
            <Icon of={isPaused ? Play : Pause} />
          </button>
        )}
      </figcaption>
    </figure>
  )
}

/** The expected body beside the received one. What differs is marked. */
function Bodies({ of: bodies }: { of: Evidence }) {
  return (['expected', 'received'] as const).map((name) => (
    <div class={name} key={name}>
      <span class="miniature-heading">{texts[name]}</span>
      <pre>
        {bodies[name].map((text, index) => {
          const isDifferent = text !== '' && text !== bodies[name === 'expected' ? 'received' : 'expected'][index]
          return <div key={index}>{isDifferent ? <mark>{text}</mark> : text}</div>
        })}
      </pre>
    </div>
  ))
}

function Line({ line: { status, request, problem, reported } }: { line: StoryLine }) {
  return (
    <span class="miniature-line" key={`${request} ${reported}`}>
      <span class={status >= 400 ? 'chip wrong' : 'chip right'}>{status}</span>
      <code>{request}</code>
      {reported !== undefined ? (
        <span class="chip right">
          <Icon of={Check} />
          {reported}
        </span>
      ) : (
        problem && <span class="chip warn">{problem}</span>
      )}
    </span>
  )
}
