import { expect, test } from './board.mjs'

test('adds, changes and deletes comments', async ({ request, board }) => {
  const { id } = await board.create()
  const [first, second] = [await board.comment(id, 'First'), await board.comment(id, 'Second')]
  const url = `api/v1/tasks/${id}/comments/${first.id}`
  const changed = await request.put(url, { data: { text: 'Changed' } })
  expect(changed.status()).toBe(200)
  expect((await board.get(id)).comments).toEqual([await changed.json(), second])
  expect((await request.delete(url)).status()).toBe(204)
  expect((await board.get(id)).comments).toEqual([second])
})

test('uploads, downloads and deletes a file', async ({ request, board }) => {
  const { id } = await board.create()
  const uploaded = await board.upload(id, 'notes.txt', 'Ask for the plan.\n')
  expect(uploaded.status()).toBe(201)
  const [attachment] = await uploaded.json()
  expect(attachment).toMatchObject({ fileName: 'notes.txt', contentType: 'text/plain', fileSizeBytes: 18 })
  const url = `api/v1/tasks/${id}/attachments/${attachment.id}`
  const download = await request.get(url)
  expect(await download.text()).toBe('Ask for the plan.\n')
  expect(download.headers()['content-disposition']).toContain('notes.txt')
  expect((await request.delete(url)).status()).toBe(204)
  expect((await board.get(id)).attachments).toEqual([])
})

test('refuses a file over 1 MB', async ({ board }) => {
  const { id } = await board.create()
  const response = await board.upload(id, 'large.txt', 'x'.repeat(1024 * 1024 + 1))
  expect(response.status()).toBe(400)
  expect((await response.json()).message).toContain('large.txt')
})

test('moves a task to another column', async ({ board }) => {
  await board.create({ status: 'DONE' })
  const task = await board.create({ checklistItems: [{ text: 'Find the number' }] })
  const response = await board.move(task.id, 'DONE', 0)
  expect(response.status()).toBe(200)
  expect(await response.json()).toMatchObject({ status: 'DONE', sortOrder: 0 })
  const { status, sortOrder, checklistItems } = await board.get(task.id)
  expect({ status, sortOrder, checklistItems }).toEqual({
    status: 'DONE',
    sortOrder: 0,
    checklistItems: task.checklistItems,
  })
})

test('moves a task down in its column', async ({ board }) => {
  const tasks = [await board.create(), await board.create(), await board.create()]
  const [first, second, third] = tasks
  expect((await board.move(first.id, 'TODO', second.sortOrder)).status()).toBe(200)
  const places = await Promise.all(tasks.map(async ({ id }) => (await board.get(id)).sortOrder))
  expect(places).toEqual([second.sortOrder, first.sortOrder, third.sortOrder])
})

test('closes the gap of a deleted task', async ({ request, board }) => {
  const [first, second] = [await board.create(), await board.create()]
  await request.delete(`api/v1/tasks/${first.id}`)
  expect((await board.get(second.id)).sortOrder).toBe(first.sortOrder)
})
