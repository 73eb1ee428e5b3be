import { counted } from '../../../contract/numbers.js'
import type { DefectResult, GradeResult, RepeatReason } from '../types.js'

/** How to keep runs at the same time apart. */
export const KEEP_APART =
  'Give each run an output folder and ports of its own with {job} in the command or in --env, such as --output=results-{job}, or use --jobs 1.'

/** Why runs were repeated alone, after their number. */
export const REASONS: Readonly<Record<RepeatReason, string>> = {
  'no-proof': 'proved nothing',
  'other-cause': 'reached a defect, but failed with an output that its changed response does not explain',
  disturbed: 'had found a defect, but other runs were disturbed',
}

/** Says which runs were repeated alone and why, and what to do if that made a difference. */
export function repeatNotes({ defects, jobs }: Pick<GradeResult, 'defects' | 'jobs'>): string[] {
  const notes = Object.entries(REASONS).flatMap(([reason, words]) => {
    const count = defects.filter(({ repeated }) => repeated === reason).length
    if (count === 0) return []
    return [`${counted(count, 'run')} ${words}, so the suite ran once more, alone. The report shows the second run.`]
  })
  const changed = jobs === 1 ? 0 : defects.filter(isDisturbed).length
  if (changed === 0) return notes
  return [
    ...notes,
    `Runs at the same time disturb each other: ${counted(changed, 'run')} ended differently alone. ${KEEP_APART}`,
  ]
}

function isDisturbed({ run, earlierRun }: DefectResult): boolean {
  return earlierRun !== null && !earlierRun.isLimited && run?.isPassed !== earlierRun.isPassed
}
