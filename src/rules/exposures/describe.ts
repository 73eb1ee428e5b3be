import type { Case, Expectation, ExposureRequest, Step } from './exposure.js'

/** What a test needs to see a defect. The last one that applies counts. */
export type Need = `${'status' | 'body'}-visible` | `needs-${'state' | 'time' | 'concurrency' | 'second-user'}`

/** How difficult it is for a test suite to find a defect. */
export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]

/** Returns the requests of a step. */
export function requestsOf({ send }: Step): readonly ExposureRequest[] {
  return 'method' in send ? [send] : send
}

/** Returns the expectation that states the rule: the last one. */
export function decisiveOf({ steps }: Pick<Case, 'steps'>): Expectation {
  return steps.findLast(({ expect }) => expect !== undefined)?.expect?.at(-1) as Expectation
}

/** Returns what a test needs to see the defect of an exposure. */
export function needOf(exposure: Case): Need {
  const { steps } = exposure
  if (steps.some((step) => requestsOf(step).some(({ auth }) => auth === 'user'))) return 'needs-second-user'
  if (steps.some((step) => requestsOf(step).length > 1)) return 'needs-concurrency'
  if (steps.some(({ after }) => after !== undefined)) return 'needs-time'
  if (steps.length > 1) return 'needs-state'
  return decisiveOf(exposure).at === 'status' ? 'status-visible' : 'body-visible'
}

/**
 * Returns how difficult it is to find the defect of an exposure: `easy` with one request, or with the status of one after
 * another; `hard` if time must pass, requests must overlap, another account is needed, or more than three requests.
 */
export function difficultyOf(exposure: Case): Difficulty {
  const need = needOf(exposure)
  const { steps } = exposure
  if (need.endsWith('-visible')) return 'easy'
  if (need !== 'needs-state' || steps.length > 3) return 'hard'
  return steps.length === 2 && decisiveOf(exposure).at === 'status' ? 'easy' : 'medium'
}

/** Describes an exposure in a sentence, such as ``POST /tasks`: a task without a priority is MEDIUM.` */
export function describeExposure(exposure: Case): string {
  const sent = exposure.steps.flatMap((step) => Array<string>(step.times ?? 1).fill(describeStep(step)))
  const counted = sent.flatMap((text, index) => {
    if (text === sent[index - 1]) return []
    const count = sent.findIndex((other, at) => at > index && other !== text)
    const times = (count < 0 ? sent.length : count) - index
    return times === 1 ? text : times === 2 ? `${text} twice` : `${text} ${times} times`
  })
  return `${counted.join(', then ')}: ${decisiveOf(exposure).because}.`
}

function describeStep(step: Step): string {
  const requests = requestsOf(step)
  const [text = ''] = requests.map(({ method, path }) => `\`${method} ${describePath(path)}\``)
  return `${step.after === undefined ? '' : 'after a second '}${text}${requests.length > 1 ? ' twice at the same time' : ''}`
}

/** Replaces references in a path by the names of its parameters. */
function describePath(path: string): string {
  const parameters = path.replaceAll(/\/(tasks|comments|attachments)\/(?:\{[^}]+\}|\d+)/g, (_, list) => {
    return `/${list}/{${list === 'tasks' ? 'id' : `${list.slice(0, -1)}Id`}}`
  })
  return parameters.replaceAll('{run}', '…')
}
