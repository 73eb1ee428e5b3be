import { useRef, useState } from 'preact/hooks'
import type { ChallengeList } from '../../../src/classroom/challenges/schemas.js'
import { Select } from '../../shared/parts/field.js'
import { challenges as texts } from '../../texts/en/challenges.js'
import { useOperations } from '../service/use-operations.js'
import { type ChallengeActions, ChallengeRow, type ChallengeTools } from './challenge-row.js'
import {
  type ChallengeFilter,
  type ChallengeGroup,
  type Grouping,
  groupChallenges,
  isShown,
  nextChallenge,
} from './group-challenges.js'

export interface ChallengesPanelProps extends ChallengeActions {
  list: ChallengeList
}

const optionsOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels)

/** The challenges of the board with their progress, grouped, with the current group first. */
export function ChallengesPanel({ list, ...actions }: ChallengesPanelProps) {
  const [grouping, setGrouping] = useState<Grouping>('path')
  const [filter, setFilter] = useState<ChallengeFilter>('all')
  const groups = groupChallenges(list, grouping)
  const next = nextChallenge(groups)
  const shown = useShown(groups, filter)
  // Its document has the operations of all variants.
  const { operations } = useOperations('v2')
  return (
    <section class="challenges" aria-label={texts.heading} data-testid="challenges">
      <Progress solved={list.solved} total={list.total} label={texts.heading} testId="challenges-progress" />
      <p class="hint">{texts.lead}</p>
      <div class="challenge-filters">
        {list.paths.length > 0 && (
          <Select
            label={texts.groupBy}
            options={optionsOf(texts.groups)}
            value={grouping}
            onChange={({ currentTarget }) => setGrouping(currentTarget.value as Grouping)}
            testId="challenge-grouping"
          />
        )}
        <Select
          label={texts.show}
          options={optionsOf(texts.filters)}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value as ChallengeFilter)}
          testId="challenge-filter"
        />
      </div>
      {shown.length === 0 && (
        <p class="empty" data-testid="no-challenges">
          {texts.none[filter]}
        </p>
      )}
      {shown.map((group, index) => (
        <Group
          key={`${grouping} ${group.name}`}
          group={group}
          isCurrent={index === 0}
          next={next?.name}
          operations={operations}
          {...actions}
        />
      ))}
    </section>
  )
}

interface GroupProps extends ChallengeTools {
  group: ChallengeGroup
  /** Whether the group is open at first. */
  isCurrent: boolean
  /** The name of the challenge that is open at first. */
  next: string | undefined
}

function Group({ group, isCurrent, next, ...tools }: GroupProps) {
  const { title, challenges, solved } = group
  const [isOpen, setOpen] = useState<boolean>()
  const shown = isOpen ?? isCurrent
  return (
    <details
      class="challenge-group"
      open={shown}
      onToggle={({ currentTarget }) => currentTarget.open !== shown && setOpen(currentTarget.open)}
      data-testid="challenge-group"
    >
      <summary>
        <h3>{title}</h3>
        <Progress solved={solved} total={group.total} label={title} testId="group-progress" />
      </summary>
      <ol>
        {challenges.map((challenge) => (
          <ChallengeRow key={challenge.name} challenge={challenge} isNext={challenge.name === next} {...tools} />
        ))}
      </ol>
    </details>
  )
}

interface ProgressProps {
  solved: number
  total: number
  label: string
  testId: string
}

/** How many challenges are solved, as a bar and as text. */
function Progress({ solved, total, label, testId }: ProgressProps) {
  return (
    <p class="challenge-progress">
      <progress value={solved} max={Math.max(total, 1)} aria-label={label} />
      <span data-testid={testId}>{texts.progress(solved, total)}</span>
    </p>
  )
}

/** Returns the challenges that the filter shows. One that is solved meanwhile stays until the filter changes. */
function useShown(groups: readonly ChallengeGroup[], filter: ChallengeFilter): readonly ChallengeGroup[] {
  const last = useRef<{ filter: ChallengeFilter; names: ReadonlySet<string> }>(undefined)
  const before = last.current?.filter === filter ? last.current.names : new Set()
  const shown = groups
    .map((group) => ({
      ...group,
      challenges: group.challenges.filter((each) => before.has(each.name) || isShown(each, filter)),
    }))
    .filter(({ challenges }) => challenges.length > 0)
  last.current = { filter, names: new Set(shown.flatMap(({ challenges }) => challenges.map(({ name }) => name))) }
  return shown
}
