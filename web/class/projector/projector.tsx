import { ConnectionNotice } from '../../shared/connection-notice.js'
import { focusReplacement } from '../../shared/focus.js'
import { texts } from '../../texts/en/projector.js'
import { attendanceOf } from '../seats.js'
import type { ClassFacts } from '../use-class-events.js'
import type { CoverProps } from './cover-props.js'
import { Debrief } from './debrief.js'
import { Feed } from './feed.js'
import { Instructions } from './instructions.js'
import { Join } from './join.js'
import { typedUrl, useJoinAddresses } from './join-link.js'
import { namesFor } from './names-for.js'
import { Clock, Progress } from './progress.js'
import { ProjectorBar } from './projector-bar.js'
import { Podium, Ranking } from './ranking.js'
import { usePace, useProjection } from './use-projection.js'
import type { View } from './use-projector-address.js'

/** The part that fits the state of the exercise. */
function viewFor({ exercise }: ClassFacts): View {
  if (exercise === undefined || exercise.state === 'pending') return 'join'
  return exercise.state === 'running' ? 'exercise' : 'results'
}

/** What the trainer projects to the class, in large type. */
export function Projector({ facts, learners, connection, address }: CoverProps) {
  const { projection: chosen, change, close } = address
  const addresses = useJoinAddresses()
  const projection = useProjection(facts, learners)
  // It counts while any part is shown.
  const pace = usePace(projection?.requests)
  const usual = viewFor(facts)
  const view = chosen?.view ?? usual
  const setting = chosen?.ranking ?? 'off'
  // A link must not be able to send learners elsewhere.
  const url = addresses.others.find((other) => other.url === chosen?.address)?.url ?? addresses.url
  const { exercise, joinCode } = facts
  const attendance = attendanceOf(learners)
  return (
    <section
      ref={focusReplacement}
      tabIndex={-1}
      class="projector"
      aria-label={facts.name}
      data-view={view}
      data-testid="projector"
    >
      <ProjectorBar
        name={facts.name}
        view={view}
        ranking={setting}
        onView={(next) => change({ view: next === usual ? undefined : next })}
        onRanking={(ranking) => change({ ranking })}
        onClose={close}
      />
      <ConnectionNotice connection={connection} />
      {view === 'join' && (
        <Join
          code={joinCode}
          addresses={addresses}
          url={url}
          attendance={attendance}
          isClosed={!facts.joinable}
          onAddress={(url) => change({ address: url })}
        >
          {exercise?.state === 'pending' && <Clock exercise={exercise} />}
        </Join>
      )}
      {(view === 'exercise' || view === 'results') && (
        <Progress exercise={exercise} projection={projection} attendance={attendance} pace={pace} />
      )}
      {view === 'exercise' && (
        <div class={setting === 'off' ? 'projector-parts' : 'projector-parts has-ranking'}>
          <Instructions exercise={exercise} />
          {projection && <Ranking projection={projection} setting={setting} max={6} />}
          {projection && <Feed projection={projection} setting={setting} />}
        </div>
      )}
      {view === 'exercise' && facts.joinable && (
        <p class="projector-late">
          {texts.join.late} <strong>{typedUrl(url)}</strong> <strong>{joinCode}</strong>
        </p>
      )}
      {view === 'results' && projection && (
        <div class="projector-results">
          <Podium projection={projection} setting={setting} onRanking={(ranking) => change({ ranking })} />
          <Ranking projection={projection} setting={setting} max={8} />
        </div>
      )}
      {view === 'debrief' &&
        (usual === 'results' ? (
          <Debrief
            slide={chosen?.slide}
            names={namesFor(setting, projection)}
            version={`${projection?.requests} ${projection?.found} ${projection?.solved}`}
            onSlide={(slide) => change({ slide })}
          />
        ) : (
          <p data-testid="debrief-later">{texts.debrief.later}</p>
        ))}
    </section>
  )
}
