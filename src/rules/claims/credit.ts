/** Whether learners can take hints, and whether hints lower what their finds count. */
export const HINT_SETTINGS = ['off', 'free', 'counted'] as const
export type HintSetting = (typeof HINT_SETTINGS)[number]

/** What a find counts after no, one, two and three counted hints. */
const CREDITS = [1, 0.5, 0.25, 0]

/** The number of hints for a response. */
export const HINTS_MAX = CREDITS.length - 1

/** Returns the setting for hints. Without an exercise, they are free. */
export function hintSettingOf(exercise: { hints: HintSetting } | null): HintSetting {
  return exercise === null ? 'free' : exercise.hints
}

/**
 * Returns what a find counts.
 *
 * @param taken the number of hints that were taken for the response
 * @param isExplained whether a wrong claim about the response was explained. The explanation says what all hints say.
 */
export function creditAfter(setting: HintSetting, taken: number, isExplained = false): number {
  return setting === 'counted' ? (CREDITS[isExplained ? HINTS_MAX : taken] ?? 0) : 1
}
