import assert from 'node:assert/strict'
import fc from 'fast-check'
import { type Json, multipart } from '../kit/helper.js'
import { inputOf, taskPlan } from './actions-on-tasks.js'
import { type Contract, hasOperation, operationOf } from './documents.js'
import { type Card, cardsOf, findCard, later, type PartKind, removePart } from './model.js'
import { NEVER_ASSIGNED } from './new-ids.js'
import { type Action, assertSame, pickTask, type Scene, type TaskPlan } from './steps.js'
import { type Part, uploadOf } from './uploads.js'

type CommentInput = { text: string }

/** Which comment or attachment an action names: one with its own task, a deleted one, one with any task, or none. */
interface PartPlan {
  /** The task, where the part does not determine it. */
  task: TaskPlan
  nth: number
  from: 'own' | 'deleted' | 'any' | 'none'
}

const partPlan: fc.Arbitrary<PartPlan> = fc.record({
  task: taskPlan,
  nth: fc.nat(20),
  from: fc.oneof(
    { weight: 7, arbitrary: fc.constant('own') },
    { weight: 5, arbitrary: fc.constant('deleted') },
    { weight: 2, arbitrary: fc.constant('any') },
    { weight: 1, arbitrary: fc.constant('none') },
  ),
})

/** The id of a task and the id of one of its parts. */
type Pair = [id: number, partId: number]

/** Actions that add comments and attachments. */
export function newParts(contract: Contract): fc.WeightedArbitrary<Action>[] {
  const input = inputOf<CommentInput>(contract, 'createComment')
  return [{ weight: 15, arbitrary: fc.tuple(taskPlan, input).map(addComment) }, ...newAttachments(contract)]
}

function newAttachments(contract: Contract): fc.WeightedArbitrary<Action>[] {
  if (!hasOperation(contract, 'uploadAttachments')) return []
  const { schema } = operationOf(contract, 'uploadAttachments').content['multipart/form-data'] ?? {
    schema: {},
  }
  return [{ weight: 15, arbitrary: fc.tuple(taskPlan, uploadOf(contract, schema)).map(upload) }]
}

const attachmentActions: fc.WeightedArbitrary<Action>[] = [
  { weight: 10, arbitrary: partPlan.map(download) },
  { weight: 15, arbitrary: partPlan.map(removeAttachment) },
]

/** Actions on the comments and attachments of tasks. */
export function partActions(contract: Contract): fc.WeightedArbitrary<Action>[] {
  const input = inputOf<CommentInput>(contract, 'createComment')
  return [
    ...newParts(contract),
    { weight: 10, arbitrary: fc.tuple(partPlan, input).map(changeComment) },
    { weight: 15, arbitrary: partPlan.map(removeComment) },
    ...(hasOperation(contract, 'downloadAttachment') ? attachmentActions : []),
  ]
}

/** The task and the part that a plan names, or the message of the 404 for a request that names them. */
function pickPart(scene: Scene, { task, nth, from }: PartPlan, kind: PartKind) {
  const { board } = scene
  const [cards, past] = [cardsOf(board), board.deleted]
  const planned = pickTask(scene, task).id
  const current = (card: Card) => card[kind].map(({ id }): Pair => [card.id, id])
  const deleted = (card: Card) => card.deleted[kind].map((id): Pair => [card.id, id])
  const pairs: Record<PartPlan['from'], Pair[]> = {
    own: cards.flatMap(current),
    deleted: [...past.flatMap(current), ...[...cards, ...past].flatMap(deleted)],
    any: [...cards, ...past].flatMap(current).map(([, partId]) => [planned, partId]),
    none: [[planned, NEVER_ASSIGNED + nth]],
  }
  const chosen = [pairs[from], pairs.own, pairs.none].find(({ length }) => length > 0) ?? []
  const [id, partId] = chosen[nth % chosen.length] as Pair
  const card = findCard(board, id)
  const path = `/tasks/${id}/${kind}/${partId}`
  if (card === undefined) return { path, refusal: `Task not found with id: ${id}` }
  const index = card[kind].findIndex(({ id }) => id === partId)
  const name = kind === 'comments' ? 'Comment' : 'Attachment'
  if (index === -1) return { path, refusal: `${name} not found with id: ${partId}` }
  return { path, card, index }
}

function addComment([plan, json]: [TaskPlan, CommentInput]): Action {
  return async (scene) => {
    const { send, sendRefused, newId, now } = scene
    const { id, card } = pickTask(scene, plan)
    const request = `POST /tasks/${id}/comments`
    if (card === undefined) return sendRefused(404, `Task not found with id: ${id}`, request, { json })
    const { json: comment } = await send(201, request, { json })
    card.comments.push({ id: newId('comment', comment.id), text: json.text, createdAt: now, updatedAt: now })
    assertSame(comment, card.comments.at(-1))
  }
}

function changeComment([plan, json]: [PartPlan, CommentInput]): Action {
  return async (scene) => {
    const { path, refusal, card, index } = pickPart(scene, plan, 'comments')
    if (refusal !== undefined) return scene.sendRefused(404, refusal, `PUT ${path}`, { json })
    const comment = card.comments[index] as Card['comments'][number]
    const { json: updated } = await scene.send(200, `PUT ${path}`, { json })
    Object.assign(comment, { text: json.text, updatedAt: later(comment.updatedAt, scene.now) })
    assertSame(updated, comment)
  }
}

function removeComment(plan: PartPlan): Action {
  return async (scene) => {
    const { path, refusal, card, index } = pickPart(scene, plan, 'comments')
    if (refusal !== undefined) return scene.sendRefused(404, refusal, `DELETE ${path}`)
    await scene.send(204, `DELETE ${path}`)
    removePart(card, 'comments', index)
  }
}

const ATTACHMENTS_MAX = 3

function upload([plan, parts]: [TaskPlan, Part[]]): Action {
  return async (scene) => {
    const { send, sendRefused, newId, now } = scene
    const { id, card } = pickTask(scene, plan)
    const request = `POST /tasks/${id}/attachments`
    const files = parts.filter(({ fileName }) => fileName !== undefined)
    if (card === undefined) {
      return sendRefused(404, `Task not found with id: ${id}`, request, multipart(parts))
    }
    const surplus = files[ATTACHMENTS_MAX - card.attachments.length]
    if (surplus !== undefined) {
      const message = `File '${surplus.fileName}' exceeds the limit of ${ATTACHMENTS_MAX} attachments per task`
      return sendRefused(400, message, request, multipart(parts))
    }
    const { json } = await send(201, request, multipart(parts))
    const attachments = files.map((file, index) => attachmentOf(file, newId('attachment', json[index]?.id), now))
    assertSame(json, attachments)
    card.attachments.push(...attachments)
    for (const [index, { id }] of attachments.entries()) {
      card.files.set(id, Buffer.from(files[index]?.content ?? ''))
    }
  }
}

/** Decision 26: an invalid media type is stored as `application/octet-stream`. */
function attachmentOf({ fileName = '', type, content }: Part, id: number, now: string) {
  const contentType = type === undefined || type === 'nonsense' ? 'application/octet-stream' : type
  return { id, fileName, contentType, fileSizeBytes: Buffer.from(content).length, uploadedAt: now }
}

function download(plan: PartPlan): Action {
  return async (scene) => {
    const { path, refusal, card, index } = pickPart(scene, plan, 'attachments')
    if (refusal !== undefined) return scene.sendRefused(404, refusal, `GET ${path}`)
    const { id, contentType } = card.attachments[index] as Json
    const { bytes, headers } = await scene.send(200, `GET ${path}`)
    assert.ok(bytes.equals(card.files.get(id) ?? Buffer.from('missing')), 'the bytes differ from those of the upload')
    assertSame(headers['content-type'], contentType)
    assert.match(headers['content-disposition'] ?? '', /^attachment;/)
    assertSame(headers['x-content-type-options'], 'nosniff')
  }
}

function removeAttachment(plan: PartPlan): Action {
  return async (scene) => {
    const { path, refusal, card, index } = pickPart(scene, plan, 'attachments')
    if (refusal !== undefined) return scene.sendRefused(404, refusal, `DELETE ${path}`)
    await scene.send(204, `DELETE ${path}`)
    removePart(card, 'attachments', index)
  }
}
