import type { OpenAPIV3 } from 'openapi-types'
import { describeChange } from './breaking-words.js'
import { type Change, compareDocuments } from './compare.js'

/** The documents of one variant in two editions. */
export interface Pair {
  variant: string
  older: OpenAPIV3.Document
  newer: OpenAPIV3.Document
}

/** Returns a Markdown table of the changes that break clients of the older documents. */
export function breakingChangesTable(pairs: readonly Pair[]): string {
  const changes = pairs.flatMap(({ variant, older, newer }) =>
    withoutRepetitions(compareDocuments(older, newer).filter(({ breaking }) => breaking)).map((change) => ({
      variant,
      ...describeChange(change),
    })),
  )
  // Merged step by step: first the details of a text, then the operations of a variant, then the variants.
  const texts = group(changes, ({ variant, operation, text }) => [variant, operation, text]).map(
    ([[variant = '', operation = '', text], group]) => {
      const details = unique(group.flatMap(({ detail }) => detail ?? []))
      return { variant, operation, text: [text, details.join(', ')].join(' ').trim() }
    },
  )
  const operations = group(texts, ({ variant, text }) => [variant, text]).map(([[variant = '', text = ''], group]) => ({
    variant,
    text,
    operations: group.map(({ operation }) => operation).join(', '),
  }))
  const rows = group(operations, ({ operations, text }) => [operations, text]).map(
    ([cells, group]) => `| ${[...cells, group.map(({ variant }) => variant).join(', ')].join(' | ')} |`,
  )
  return ['| Operations | What breaks | Variants |', '| --- | --- | --- |', ...rows].join('\n')
}

/** Removes the changes of `required` that follow from a removed field. */
function withoutRepetitions(changes: Change[]): Change[] {
  const removed = new Set(changes.filter(({ type }) => type === 'REMOVE').map(({ path }) => path.join(' ')))
  return changes.filter(({ path, oldValue }) => {
    return path.at(-2) !== 'required' || !removed.has([...path.slice(0, -2), 'properties', oldValue].join(' '))
  })
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)]
}

/** Groups values by a key of several texts, in the order of the first value of each group. */
function group<T>(values: T[], keyOf: (value: T) => string[]): [key: string[], group: T[]][] {
  const groups = new Map<string, [string[], T[]]>()
  for (const value of values) {
    const key = keyOf(value)
    const found = groups.get(JSON.stringify(key)) ?? [key, []]
    found[1].push(value)
    groups.set(JSON.stringify(key), found)
  }
  return [...groups.values()]
}
