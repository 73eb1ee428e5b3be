import type { FastifyRequest } from 'fastify'
import { CHECKLIST_TEXT_MAX } from '../../contract/limits.js'
import { isStorable, lengthOf } from '../accept-values.js'
import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

const hidden = new WeakMap<FastifyRequest, Map<number, string>>()

export const checklistTextTooLongAccepted: Defect = {
  name: 'checklist-text-too-long-accepted',
  title: 'Checklist texts of 201 to 400 characters are accepted.',
  rule: 'The text of a checklist item has 1 to 200 characters (specification, section 8).',
  exposedBy: '`POST /tasks` with a checklist item whose text has 201 characters.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['createTask', 'replaceTask'],
  beforeValidation(request) {
    const texts = new Map<number, string>()
    for (const [index, item] of itemsIn(request.body).entries()) {
      if (!isObject(item) || typeof item.text !== 'string' || !isAccepted(item.text)) continue
      texts.set(index, item.text)
      item.text = 'valid'
    }
    hidden.set(request, texts)
  },
  beforeHandler({ request }) {
    const items = itemsIn(request.body)
    for (const [index, text] of hidden.get(request) ?? []) Object.assign(items[index] as object, { text })
  },
}

function itemsIn(body: unknown): unknown[] {
  const items = isObject(body) ? body.checklistItems : undefined
  return Array.isArray(items) ? items : []
}

function isAccepted(text: string): boolean {
  const length = lengthOf(text)
  return length > CHECKLIST_TEXT_MAX && length <= 2 * CHECKLIST_TEXT_MAX && /\S/.test(text) && isStorable(text)
}
