import type { Expectation } from '../exposure.js'
import { type Account, type PlannedRequest, type PlannedStep, type PlannedTest, readsBody } from './plan.js'

/**
 * Returns what a test does with the response to a step with one request.
 *
 * @param join joins words to the name of a variable: by default as in `taskResponse`
 */
export function statementsOf(step: PlannedStep, { cleanUp }: PlannedTest, join = toCamelCase) {
  const { name, isRead, expect } = step
  const isNamed = !name.startsWith('response')
  const isOfBody = (expectation: Expectation) => readsBody(expectation, name)
  return {
    /** The name of the variable for the response; `undefined` if nothing uses it. */
    response: isRead || expect.length > 0 ? (isNamed ? join(name, 'response') : name) : undefined,
    /** The name of the variable for the JSON body; `undefined` if nothing uses it. */
    body: isRead ? (isNamed ? name : name.replace('response', 'body')) : undefined,
    /** The expectations that need no JSON body. They come before it is read. */
    ofResponse: expect.filter((expectation) => !isOfBody(expectation)),
    ofBody: expect.filter(isOfBody),
    /** The paths to delete after the test. */
    created: cleanUp.flatMap(({ path }) => (path.includes(`{${name}/`) ? path : [])),
  }
}

/** Returns the accounts whose names and passwords a test needs: for a token, or in a request. */
export function accountsIn({ accounts, steps }: PlannedTest): readonly Account[] {
  const text = JSON.stringify(steps)
  return (['admin', 'user'] as const).filter((name) => accounts.includes(name) || text.includes(`{${name}/`))
}

/** Returns the name and the password of an account, as code that reads a variable of the environment or has a default. */
export function credentialsOf(account: Account, read: (variable: string, value: string) => string) {
  const prefix = account.toUpperCase()
  return { username: read(`${prefix}_USERNAME`, account), password: read(`${prefix}_PASSWORD`, `${account}123`) }
}

/** Returns the query of a path, decoded. */
export function queryOf(path: string): { path: string; query: [name: string, value: string][] } {
  const [before = '', after] = path.split('?')
  const query = after?.split('&').map((pair): [string, string] => {
    const [name = '', value = ''] = pair.split('=')
    return [decodeURIComponent(name), decodeURIComponent(value)]
  })
  return { path: before, query: query ?? [] }
}

/** Whether a request uploads a form. */
export function isUpload({ body }: PlannedRequest): boolean {
  return body !== undefined && 'form' in body
}

/** Joins words as in `taskResponse`. */
export function toCamelCase(...words: string[]): string {
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

/** Joins words as in `task_response`. */
export function toSnakeCase(...words: string[]): string {
  return words.join('_')
}

/** Whether a request, an expectation or the clean-up of a test refers to a response. */
export function isReferred(name: string, { steps, cleanUp }: PlannedTest): boolean {
  return new RegExp(`[{"]${name}(/|"[}])`).test(JSON.stringify([steps, cleanUp]))
}
