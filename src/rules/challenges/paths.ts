import type { Challenge } from './challenge.js'

const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Ordered lists of challenges. */
export const PATHS = [
  {
    name: 'first-hour',
    title: 'The first hour',
    challenges: namesIn(`
      first-list read-task first-task location-followed replace-task first-comment filter-status search-ignores-case
      unknown-task title-missing move-across delete-task login first-token reproduce-date-mix find-date-mix`),
  },
  {
    name: 'http',
    title: 'HTTP in practice',
    challenges: namesIn(`
      own-request-id read-contract head options wrong-method unknown-path wrong-media-type encoded-body body-too-large
      malformed-json compressed not-modified location-followed same-put-twice deleted-twice download`),
  },
  {
    name: 'auth',
    title: 'Tokens and roles',
    challenges: namesIn(`
      login wrong-password login-without-password first-token lower-case-scheme without-token wrong-scheme
      forged-token who-am-i role-required admin-deletes-all refresh refresh-token-used after-logout expired-token`),
  },
  {
    name: 'negative-testing',
    title: 'Negative testing',
    challenges: namesIn(`
      title-missing title-empty title-blank title-100 title-101 title-100-emoji title-number null-character
      description-500 description-501 status-unknown leap-day impossible-day labels-10 labels-11 checklist-text-200
      checklist-text-201 comment-1001 three-errors page-size-100 size-101 size-0 negative-page page-past-end
      unknown-sort parameter-twice unknown-task invalid-id deleted-task comment-of-other-task three-files fourth-file
      largest-file file-too-large negative-index move-past-end`),
  },
  {
    name: 'faults',
    title: 'Faults, and how to survive them',
    challenges: namesIn(`
      no-fault reproduce-server-error reproduce-slow-response reproduce-missing-fields reproduce-wrong-status
      reproduce-pagination reproduce-date-mix reproduce-search-case two-faults find-server-error find-slow-response
      find-missing-fields find-wrong-status find-pagination find-date-mix find-search-case report-correct-response
      retry-read retry-create time-out time-out-and-retry`),
  },
  {
    name: 'ui',
    title: 'With the board page',
    challenges: namesIn(`
      first-task title-unicode replace-task first-comment first-file move-within move-across delete-comment
      delete-file delete-task login find-missing-fields`),
  },
]

export type Path = (typeof PATHS)[number]

/**
 * Returns the challenges with these names, with the challenges of a path in the place of its name. Each occurs once.
 *
 * @param names the names of challenges and of paths
 */
export function selectChallenges(challenges: readonly Challenge[], names: readonly string[]): Challenge[] {
  const wanted = new Set(names.flatMap((name) => PATHS.find((path) => path.name === name)?.challenges ?? [name]))
  const byName = new Map(challenges.map((challenge) => [challenge.name, challenge]))
  return [...wanted].flatMap((name) => byName.get(name) ?? [])
}
