import type { Exchange } from '../../../src/classroom/exchanges/schemas.js'
import { isObject } from '../../../src/contract/parse.js'
import { formatJson } from './highlight-json.js'

export type Difference = NonNullable<Exchange['evidence']>['difference'][number]

/** A part of a text. */
export interface Part {
  text: string
  /** The place of the difference that marks this part; `undefined` if it is not marked. */
  mark: string | undefined
}

/** What marks a place. */
export type Mark = Pick<Difference, 'at' | 'kind' | 'items'>

/** Deeper texts are shown as they are, because each level is indented more. */
const DEPTH_MAX = 50

export interface Comparison {
  differences: readonly Mark[]
  /** The other text. Items of lists are matched by `id`. */
  other: string | null
  /** Whether the other text is the actual one. The paths of differences have the indexes of the actual lists. */
  isExpected: boolean
}

/**
 * Formats the text of a body, and marks what differs from another text.
 *
 * @returns the whole text as one part if it is not JSON
 */
export function markJson(text: string, comparison: Comparison): Part[] {
  // Without marks, every value stays as it was written.
  if (comparison.differences.length === 0) return [{ text: formatJson(text), mark: undefined }]
  try {
    return format(JSON.parse(text), comparison)
  } catch {
    return [{ text, mark: comparison.differences.find(({ at }) => at === 'body')?.at }]
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws RangeError if the value is too deep */
function format(json: unknown, { differences, other: otherText, isExpected }: Comparison): Part[] {
  const parts: Part[] = []
  // The members and items of a list whose items differ are marked one by one.
  const marked = new Map(differences.filter(({ items }) => items === undefined).map(({ at }) => [at, at]))
  const reordered = new Set(differences.filter(({ kind, items }) => items && kind === 'order').map(({ at }) => at))
  const changed = new Set(differences.filter(({ kind, items }) => items && kind !== 'order').map(({ at }) => at))

  function add(text: string, mark: string | undefined): void {
    const last = parts.at(-1)
    if (last !== undefined && last.mark === mark) last.text += text
    else parts.push({ text, mark })
  }

  function write(value: unknown, other: unknown, at: string, depth: number, outer: string | undefined): void {
    if (depth > DEPTH_MAX) throw new RangeError('The value is too deep.')
    const mark = outer ?? marked.get(at)
    if (typeof value !== 'object' || value === null) {
      add(JSON.stringify(value), mark)
      return
    }
    const [open, close] = Array.isArray(value) ? '[]' : '{}'
    const members = Array.isArray(value) ? itemsOf(value, other, at, isExpected) : membersOf(value, other, at)
    const indent = '  '.repeat(depth)
    add(`${open}`, mark)
    for (const [index, member] of members.entries()) {
      const memberMark = mark ?? marked.get(member.at) ?? (changed.has(at) && member.isAlone ? at : undefined)
      if (reordered.has(at)) marked.set(`${member.at}.id`, at)
      add(`${index === 0 ? '' : ','}\n${indent}  `, mark)
      add(member.name, memberMark)
      write(member.value, member.other, member.at, depth + 1, memberMark)
    }
    add(members.length === 0 ? `${close}` : `\n${indent}${close}`, mark)
  }

  write(json, parse(otherText), 'body', 0, undefined)
  return parts
}

interface Member {
  /** The name with a colon; empty for items. */
  name: string
  value: unknown
  /** The value in the other text. */
  other: unknown
  /** Its path in differences. */
  at: string
  /** Whether the other list has no such item. */
  isAlone: boolean
}

function membersOf(object: object, other: unknown, at: string): Member[] {
  return Object.entries(object).map(([key, value]) => ({
    name: `${JSON.stringify(key)}: `,
    value,
    other: isObject(other) ? other[key] : undefined,
    at: memberPath(at, key),
    isAlone: false,
  }))
}

function itemsOf(list: unknown[], other: unknown, at: string, isExpected: boolean): Member[] {
  const others = Array.isArray(other) ? other : undefined
  return list.map((value, index) => {
    const { id } = isObject(value) ? value : {}
    const found = id === undefined ? index : others?.findIndex((item) => isObject(item) && item.id === id)
    const counterpart = others?.[found ?? index]
    return {
      name: '',
      value,
      other: counterpart,
      at: `${at}[${isExpected ? (found ?? index) : index}]`,
      isAlone: others !== undefined && counterpart === undefined,
    }
  })
}

/** Returns the path of a member, as differences have it. */
function memberPath(at: string, key: string): string {
  return /^[\w$]+$/.test(key) ? `${at}.${key}` : `${at}[${JSON.stringify(key)}]`
}
