import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { NewClass } from '../../src/classroom/classes/schemas.js'
import { focusReplacement, isFocusLost } from '../shared/browser/focus.js'
import { hasEditedForm, useLeaveQuestion } from '../shared/browser/use-leave-question.js'
import { useStored } from '../shared/browser/use-stored.js'
import { useTitle } from '../shared/browser/use-title.js'
import { PageHeader } from '../shared/parts/page-header.js'
import { ConnectionNotice } from '../shared/service/connection-notice.js'
import { formatTime } from '../shared/text/format.js'
import { Exercise } from '../shared/training/exercise.js'
import { texts } from '../texts/en/class.js'
import { ClassBar } from './bar/class-bar.js'
import { Created } from './entry/created.js'
import { Joining } from './entry/joining.js'
import { LocalAddress } from './entry/local-address.js'
import { OtherClass } from './entry/other-class.js'
import { SignIn } from './entry/sign-in.js'
import { takeLinkedAccess } from './entry/trainer-link.js'
import type { Draft } from './exercise/draft.js'
import { FaultsChart } from './learners/faults-chart.js'
import { LearnerDialog } from './learners/learner-dialog.js'
import { Learners } from './learners/learners.js'
import { LazyProjector } from './projector/lazy-projector.js'
import { ProjectorParts } from './projector/projector-parts.js'
import { type ProjectorAddress, useProjectorAddress, type View } from './projector/use-projector-address.js'
import { type Access, ClassContext, createClassApi } from './service/class-api.js'
import { useClassEvents } from './service/use-class-events.js'
import { Settings } from './settings/settings.js'

/** The trainer page. */
export function ClassPage() {
  useLeaveQuestion(hasEditedForm)
  const [access, setAccess] = useStored<Access>('class')
  /** Whether the user has signed in or out, which replaces the page together with the element that has the focus. */
  const [isReplaced, setReplaced] = useState(false)
  const [created, setCreated] = useStored<NewClass>('created-class')
  const projector = useProjectorAddress()
  /** What a trainer link signs in to, while the trainer is signed in to another class. */
  const [linked, setLinked] = useState<Access>()
  const latest = useRef(access)
  latest.current = access
  function change(next: Access | undefined) {
    setLinked(undefined)
    setCreated(undefined)
    if (next?.id !== access?.id) projector.forget()
    setAccess(next)
    setReplaced(true)
  }
  useLayoutEffect(() => {
    function signIn() {
      const found = takeLinkedAccess()
      if (found === undefined || (found.id === latest.current?.id && found.token === latest.current.token)) return
      if (latest.current === undefined) change(found)
      else setLinked(found)
    }
    signIn()
    // The link can also be opened on the page itself.
    addEventListener('hashchange', signIn)
    return () => removeEventListener('hashchange', signIn)
  }, [])
  return (
    <>
      {(access === undefined || !isCovered(projector)) && <PageHeader docs="/docs" guide="training" />}
      <main id="content" tabIndex={-1}>
        {access === undefined ? (
          <>
            <h1 ref={isReplaced ? focusReplacement : null} tabIndex={-1}>
              {texts.heading}
            </h1>
            {created === undefined ? (
              <SignIn onAccess={change} onCreated={setCreated} />
            ) : (
              <Created created={created} onAccess={change} onAnother={() => setCreated(undefined)} />
            )}
          </>
        ) : (
          <Dashboard key={access.id} access={access} isReplaced={isReplaced} projector={projector} onAccess={change} />
        )}
        {linked && <OtherClass linked={linked} onOpen={() => change(linked)} onStay={() => setLinked(undefined)} />}
      </main>
    </>
  )
}

/** Whether the projector or the cards cover the page. */
function isCovered({ projection, hasCards }: ProjectorAddress): boolean {
  return projection !== undefined || hasCards
}

interface DashboardProps {
  access: Access
  /** Whether the user has just signed in. */
  isReplaced: boolean
  projector: ProjectorAddress
  onAccess(access: Access | undefined): void
}

function Dashboard({ access, isReplaced, projector, onAccess }: DashboardProps) {
  const { facts, faults, learners, activity, connection } = useClassEvents(access)
  const api = useMemo(() => createClassApi(access), [access])
  const [openedId, setOpened] = useState<string>()
  const [draft, setDraft] = useState<Draft>()
  /** Whether the projector was opened in a window of its own, or the browser has blocked this window. */
  const [projectorWindow, setWindow] = useState<'opened' | 'blocked'>()
  const opened = learners.find(({ id }) => id === openedId)
  useTitle(facts && texts.pageTitle(facts.name))
  useEffect(() => {
    // The learner whose dialog was open is removed, and the button that opened it.
    if (openedId === undefined || opened !== undefined) return
    setOpened(undefined)
    if (isFocusLost()) document.getElementById('learners')?.focus()
  }, [openedId, opened])
  /** Whether the exercise runs, but learners have yet to join. */
  const isWaiting =
    facts?.exercise?.state === 'running' && !learners.some(({ joined, requests }) => joined || requests > 0)
  const [projected, setProjected] = useState<View>()
  function openWindow(view?: View) {
    setWindow(projector.openWindow(facts?.id ?? '', view) ? 'opened' : 'blocked')
    setProjected(view)
  }
  // The trainer can choose another part in the projector window, and comes back to this one.
  useEffect(() => {
    function read() {
      const shown = projector.readWindow()
      if (shown !== undefined) setProjected(shown.view)
    }
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [])
  const signOut = (
    <button type="button" class="quiet" onClick={() => onAccess(undefined)} data-testid="sign-out">
      {texts.signOut}
    </button>
  )
  if (connection === 'refused') {
    return (
      <div class="card">
        <p class="failure" role="alert" data-testid="refused">
          {texts.refused}
        </p>
        {signOut}
      </div>
    )
  }
  if (facts === undefined) return <p aria-busy="true">{texts.loading}</p>
  if (isCovered(projector)) {
    return (
      <ClassContext.Provider value={api}>
        <LazyProjector facts={facts} learners={learners} connection={connection} address={projector} />
      </ClassContext.Provider>
    )
  }
  return (
    <ClassContext.Provider value={api}>
      <div class="class-head">
        <h1 ref={isReplaced ? focusReplacement : null} tabIndex={-1} dir="auto" data-testid="class-heading">
          {facts.name}
        </h1>
        <p class="buttons">
          {facts.frozen && (
            <strong class="frozen" data-testid="frozen">
              {texts.frozen}
            </strong>
          )}
          <button
            ref={projector.wasOpen ? focusReplacement : null}
            type="button"
            class="quiet"
            onClick={() => projector.open(isWaiting ? 'join' : undefined)}
            data-testid="toggle-projector"
          >
            {texts.projector}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => openWindow(isWaiting ? 'join' : undefined)}
            data-testid="open-projector-window"
          >
            {texts.projectorWindow.open}
          </button>
          <button type="button" class="quiet" onClick={projector.openCards} data-testid="open-cards">
            {texts.cards}
          </button>
          {signOut}
        </p>
      </div>
      <div role="alert">{projectorWindow === 'blocked' && <p class="failure">{texts.projectorWindow.blocked}</p>}</div>
      {projectorWindow === 'opened' && <ProjectorParts shown={projected} onShow={openWindow} />}
      <ConnectionNotice connection={connection} />
      <LocalAddress />
      <div class="dashboard">
        <ClassBar
          facts={facts}
          learners={learners}
          draft={draft}
          onDebrief={() => (projector.hasWindow() ? openWindow('debrief') : projector.open('debrief'))}
        />
        <div class="overview">
          <div class="card">
            <Joining facts={facts} learners={learners} />
            <p class="hint">{texts.expires(formatTime(facts.expiresAt))}</p>
            {facts.exercise && <Exercise exercise={facts.exercise} />}
          </div>
          <div class="card">
            <FaultsChart faults={faults} />
          </div>
        </div>
        <div class="card">
          <Learners learners={learners} activity={activity} exercise={facts.exercise} onOpen={setOpened} />
        </div>
        <div class="card">
          <Settings facts={facts} learners={learners} onDraft={setDraft} onAccess={onAccess} />
        </div>
      </div>
      {opened && <LearnerDialog key={opened.id} learner={opened} onClose={() => setOpened(undefined)} />}
    </ClassContext.Provider>
  )
}
