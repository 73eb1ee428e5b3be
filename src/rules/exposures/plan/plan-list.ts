import { parse } from '../../../contract/parse.js'
import { deleteTask, equals, expect, get, task } from '../build.js'
import type { Case, Expectation, Step, Value } from '../exposure.js'
import type { Target } from './exchange.js'
import { type Json, surfaceOf, timestamp } from './exchange-expectations.js'

export type Parts = Pick<Case, 'steps' | 'cleanUp'>

/** A list of tasks. A faulty response can lack each member. */
type Page = { content?: Json[]; totalElements?: number; pageSize?: number }

const NAMES = ['first', 'second', 'third']

/** Orders that creating tasks one after the other keeps. The others depend on the time or the rest of the board. */
const KEPT = /^(id|title|status|priority|dueDate)$/

/**
 * Plans a test of a list. It creates the first tasks that the response shows, and searches for them alone, so the other
 * tasks of the board do not matter. It reads the first page. If the response can have hidden faults, the test sends the
 * request as it was, and expects only the status and the media type.
 *
 * @param isStale whether the list is also read before the last task is created
 */
export function planList(query = '', target: Target, title: string, isStale: boolean): Parts {
  const page = parse(target.body.text) as Page | undefined
  const params = new URLSearchParams(query)
  const { content } = page ?? {}
  if (!target.isTrusted || content === undefined) {
    const path = `/tasks${query && `?${query}`}`
    return { steps: [{ send: get(path), expect: surfaceOf(target, title) }], cleanUp: [] }
  }
  const term = params.get('search') ?? ''
  const [sort = '', direction = params.get('direction')] = (params.get('sort') ?? 'id').split(',')
  const shown = content.slice(0, NAMES.length)
  const names = shown.map((_, index) => NAMES[index] as string)
  const tasks = shown.map((item, index) => task(names[index], valuesOf(item, term)))
  // What the list must leave out, and a faulty one had.
  const isWhole = page?.totalElements === content.length
  const received = (isWhole && (parse(target.received) as Page | undefined)?.content) || []
  const other = received.find(({ id }) => content.every((item) => item.id !== id))
  const others: Step[] = other ? [task('other', valuesOf(other, ''))] : []
  const size = Number(params.get('size') ?? page?.pageSize)
  const kept = query.split('&').filter((pair) => pair !== '' && !/^(search|page)=/.test(pair))
  const search = `search={run}${term && `%20${encodeURIComponent(term)}`}`
  const read: Step = { send: get(`/tasks?${[search, ...kept].join('&')}`) }
  const isOrdered = KEPT.test(sort) && !(sort === 'title' && term !== '')
  const ids = names.map((name): Value => ({ $: `${name}/id` }))
  const expected = [
    expect('/content/*/id', isOrdered ? { equals: ids } : { sameItems: ids }, 'the list has the tasks, each once'),
    ...(isOrdered ? itemsOf(shown) : []),
    equals('/totalElements', names.length, 'totalElements counts the tasks'),
    equals('/totalPages', Math.ceil(names.length / size), 'totalPages fits the number of the tasks'),
    equals('/currentPage', 0, 'the first page has the number 0'),
  ]
  const created = sort === 'id' && direction === 'desc' ? tasks.toReversed() : tasks
  const before = isStale && created.length > 0 ? [...created.slice(0, -1), read, ...created.slice(-1)] : created
  return {
    steps: [...others, ...before, { ...read, expect: surfaceOf(target, title, expected) }],
    cleanUp: [...(other ? ['other'] : []), ...names].map(deleteTask),
  }
}

/** Returns the values of a task that the list finds: its title starts with the text of this run. */
function valuesOf({ title, description, status, priority, dueDate, labels }: Json, term: string): Json {
  const found = [title, description].flatMap((text) => {
    const index = typeof text === 'string' ? text.toLowerCase().indexOf(term.toLowerCase()) : -1
    return index === -1 ? [] : [String(text).slice(index, index + term.length)]
  })
  const text = term === '' ? [...String(title)].slice(0, 100).join('') : (found[0] ?? term)
  const known = Object.entries({ description, status, priority, dueDate, labels }).filter(([, value]) => value != null)
  return { ...(Object.fromEntries(known) as Json), title: `{run} ${text}` }
}

/** Expects the members of the tasks that a fault can change. */
function itemsOf(items: readonly Json[]): Expectation[] {
  const lists = (['description', 'priority'] as const)
    .filter((name) => items.length > 0 && items.every((item) => item[name] !== undefined))
    .map((name) =>
      equals(
        `/content/*/${name}`,
        items.map((item) => item[name] as Value),
        `each task has its ${name}`,
      ),
    )
  const times = items.flatMap((_, index) =>
    (['createdAt', 'updatedAt'] as const).map((name) => timestamp(`/content/${index}/${name}`)),
  )
  return [...lists, ...times]
}
