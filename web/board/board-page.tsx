import { JumpLink } from '../shared/parts/jump-link.js'
import { ConnectionNotice } from '../shared/service/connection-notice.js'
import { Failure } from '../shared/service/failure.js'
import { ExerciseLink } from '../shared/training/exercise.js'
import { TrainerMessage } from '../shared/training/trainer-message.js'
import { board as texts } from '../texts/en/board.js'
import { Celebration } from './challenges/celebration.js'
import { FirstRun } from './first-run/first-run.js'
import { ExchangesPanel } from './requests/exchanges-panel.js'
import { LastRequest } from './requests/last-request.js'
import { BoardContext } from './service/board-context.js'
import { IS_PRIVATE } from './service/board-facts.js'
import { BoardHeader } from './shell/board-header.js'
import { FrozenNotice } from './shell/frozen-notice.js'
import { Login } from './shell/login.js'
import { News } from './shell/news.js'
import { chooseTab } from './shell/panel-tabs.js'
import { SummaryNotice, SummarySlot } from './summary/summary-slot.js'
import { Columns } from './tasks/columns.js'
import { TaskDialogSlot } from './tasks/dialog/task-dialog-slot.js'
import { Toolbar } from './tasks/toolbar.js'
import { TrainingPanel } from './training-panel.js'
import { useBoardPage } from './use-board-page.js'

/** Lays out the parts of the board page. */
export function BoardPage() {
  const page = useBoardPage()
  const { board, challenges, drill, earlier, exchanges, go, hasEnded, isFrozen, showsSummary, tasks, training } = page
  const { variant, filters, opened } = page.address
  return (
    <BoardContext.Provider value={page.tools}>
      <JumpLink class="skip" target="requests">
        {texts.panel.skip}
      </JumpLink>
      <BoardHeader board={board} />
      <main id="content" class="board-page" tabIndex={-1}>
        <h1 class="hidden">{board?.name == null ? texts.title : texts.heading(board.name)}</h1>
        {showsSummary && training.exercise && training.score && challenges.list && (
          <SummarySlot
            name={board?.name ?? null}
            exercise={training.exercise}
            score={training.score}
            challenges={challenges.list}
            drill={drill.drill}
            token={training.ownerToken}
            onBack={() => go({ panel: 'score' })}
          />
        )}
        <div class={page.isReady ? 'board' : 'board unsettled'} hidden={showsSummary}>
          {page.showsFirstRun && (
            <FirstRun training={training} hasChallenges={page.hasChallenges} onStart={page.startStep} />
          )}
          <Toolbar
            variant={variant}
            onVariant={page.chooseVariant}
            filters={filters}
            visits={page.visits}
            isFrozen={isFrozen}
            hasChallenges={page.hasChallenges}
            hasDrill={page.hasDrill}
            onSearch={page.onSearch}
            onCreate={() => go({ opened: 'new' })}
          />
          {variant === 'v2' && (
            <Login
              session={page.session}
              onLogOut={() => page.setSession(undefined)}
              act={page.act}
              waiting={page.waiting}
            />
          )}
          <Failure failure={page.failure} />
          <ConnectionNotice connection={page.connection} refused={texts.boardGone} />
          <FrozenNotice isFrozen={isFrozen} />
          <TrainerMessage message={training.exercise?.message} />
          {hasEnded && <SummaryNotice onOpen={page.openSummary} />}
          {training.exercise !== null && <ExerciseLink exercise={training.exercise} />}
          <LastRequest exchange={exchanges[0]} hasFaults={variant === 'buggy' && IS_PRIVATE} />
          <Columns
            columns={page.columns}
            summary={tasks.summary}
            isFiltered={tasks.filters.search !== '' || tasks.filters.priority !== ''}
            canMove={page.canMove}
            isFrozen={isFrozen}
            onMove={page.onMove}
            onOpen={page.onOpen}
            onShowMore={tasks.showMore}
            announce={page.announce}
          />
        </div>
        {!IS_PRIVATE ? (
          <ExchangesPanel exchanges={exchanges} earlier={earlier} />
        ) : (
          <TrainingPanel
            training={training}
            challenges={challenges}
            drill={drill}
            isFrozen={isFrozen}
            exchanges={exchanges}
            earlier={earlier}
            panel={page.panel}
            onChoosePanel={page.choosePanel}
            isHidden={showsSummary}
            onVariant={page.chooseVariant}
          />
        )}
      </main>
      <div class="toasts">
        <News training={training} onSummary={showsSummary ? undefined : page.openSummary} />
        {!hasEnded && <Celebration challenges={challenges} onNext={() => chooseTab('challenges')} />}
      </div>
      <div class="hidden" aria-live="assertive" data-testid="announcement">
        {page.announcement}
      </div>
      {page.hasDialog && (
        <TaskDialogSlot
          key={opened}
          id={opened === 'new' ? undefined : opened}
          changes={page.changes}
          guard={page.guard}
          onClose={page.closeTask}
          onCreated={page.reveal}
          onFailure={(failure) => {
            page.closeTask()
            page.attempt(() => Promise.reject(failure))
          }}
        />
      )}
    </BoardContext.Provider>
  )
}
