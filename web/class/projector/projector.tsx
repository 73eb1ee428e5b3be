import type { ClassProjection } from '../../../src/classroom/projector/schemas.js'
import { focusReplacement } from '../../shared/browser/focus.js'
import { ConnectionNotice } from '../../shared/service/connection-notice.js'
import { texts } from '../../texts/en/projector.js'
import { attendanceOf } from '../service/seats.js'
import type { ClassFacts } from '../service/use-class-events.js'
import type { CoverProps } from './cover-props.js'
import { Debrief } from './debrief/debrief.js'
import { Feed } from './feed.js'
import { Instructions } from './instructions.js'
import { Join } from './join/join.js'
import { typedUrl, useJoinAddresses } from './join/join-link.js'
import { namesFor } from './names-for.js'
import { Clock, Progress } from './progress.js'
import { ProjectorBar } from './projector-bar.js'
import { hidesPlaces, Podium, Ranking } from './ranking.js'
import { usePace, useProjection } from './use-projection.js'
import type { View } from './use-projector-address.js'

/** The part that fits the state of the exercise. */
function viewFor({ exercise }: ClassFacts): View {
  if (exercise === undefined || exercise.state === 'pending') return 'join'
  return exercise.state === 'running' ? 'exercise' : 'results'
}

/** Whether there is or can be a first find. Those of defects are their names, which nobody may see. */
function canHaveFirsts(projection: ClassProjection, hasDrill: boolean): boolean {
  const { firsts, challenges, defects } = projection
  return firsts.length > 0 || challenges > 0 || !(hasDrill || defects || hidesPlaces(projection))
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
  const hasDrill = exercise?.drill !== undefined
  const hasFeed = projection !== undefined && canHaveFirsts(projection, hasDrill)
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
      <div role="status" data-testid="projector-frozen">
        {facts.frozen && <p class="notice">{texts.frozen}</p>}
      </div>
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
        <div class={setting === 'off' || !hasFeed ? 'projector-parts' : 'projector-parts has-ranking'}>
          <Instructions exercise={exercise} />
          {projection && <Ranking projection={projection} hasDrill={hasDrill} setting={setting} max={6} />}
          {hasFeed && <Feed projection={projection} setting={setting} />}
        </div>
      )}
      {view === 'exercise' && facts.joinable && (
        <p class="projector-late">
          {texts.join.late} <strong>{typedUrl(url)}</strong> <strong>{joinCode}</strong>
        </p>
      )}
      {view === 'results' && projection && (
        <div class="projector-results">
          <Podium
            projection={projection}
            hasDrill={hasDrill}
            setting={setting}
            onRanking={(ranking) => change({ ranking })}
          />
          <Ranking projection={projection} hasDrill={hasDrill} setting={setting} max={8} />
        </div>
      )}
      {view === 'debrief' &&
        (usual === 'results' ? (
          <Debrief
            slide={chosen?.slide}
            names={namesFor(setting, projection)}
            hasDrill={hasDrill}
            hasFinds={Boolean(projection?.found)}
            version={`${projection?.requests} ${projection?.found} ${projection?.solved} ${projection?.finished}`}
            onSlide={(slide) => change({ slide })}
          />
        ) : (
          <p data-testid="debrief-later">{texts.debrief.later}</p>
        ))}
    </section>
  )
}
