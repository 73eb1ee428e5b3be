/** What the first requests do, in the order in which they are shown. */
export const PURPOSES = ['read', 'create', 'login', 'check'] as const
export type Purpose = (typeof PURPOSES)[number]

/** A program for each purpose, for the base URL of a board. */
export type Programs = Record<Purpose, (baseUrl: string) => string>

/** The task that the programs create. */
export const TASK = { title: 'Buy milk', status: 'TODO' } as const

/** A published account. Servers can have other accounts. */
export const ACCOUNT = { username: 'user', password: 'user123' } as const

/** Returns an object whose values are texts without quotes as a literal of JavaScript. */
export function literal(object: Readonly<Record<string, string>>): string {
  const entries = Object.entries(object).map(([name, value]) => `${name}: '${value}'`)
  return `{ ${entries.join(', ')} }`
}
