import { randomUUID } from 'node:crypto'
import { test as base, expect } from '@playwright/test'

export { expect }

/** A board whose tasks are deleted after the test. */
class Board {
  #created = []

  constructor(request) {
    this.request = request
  }

  /** Creates a valid task, and returns it. */
  async create(values = {}) {
    const response = await this.request.post('api/v1/tasks', { data: { title: 'Call Ada', status: 'TODO', ...values } })
    expect(response.status()).toBe(201)
    const task = await response.json()
    this.#created.push(task.id)
    return task
  }

  async get(id) {
    const response = await this.request.get(`api/v1/tasks/${id}`)
    expect(response.status()).toBe(200)
    return response.json()
  }

  async list(params) {
    const response = await this.request.get('api/v1/tasks', { params })
    expect(response.status()).toBe(200)
    return response.json()
  }

  async comment(id, text) {
    const response = await this.request.post(`api/v1/tasks/${id}/comments`, { data: { text } })
    expect(response.status()).toBe(201)
    return response.json()
  }

  upload(id, name, content) {
    const form = new FormData()
    form.append('files', new File([content], name, { type: 'text/plain' }))
    return this.request.post(`api/v1/tasks/${id}/attachments`, { multipart: form })
  }

  move(id, targetStatus, targetIndex) {
    return this.request.post(`api/v1/tasks/${id}/reorder`, { data: { targetStatus, targetIndex } })
  }

  async clear() {
    for (const id of this.#created) await this.request.delete(`api/v1/tasks/${id}`)
  }
}

export const test = base.extend({
  board: async ({ request }, use) => {
    const board = new Board(request)
    await use(board)
    await board.clear()
  },
  /** A word that no other task contains. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
  word: async ({}, use) => use(`w${randomUUID().slice(0, 8)}`),
})

/** Logs in to v2, and returns the response body. */
export async function logIn(request, username, password) {
  const response = await request.post('api/v2/auth/login', { data: { username, password } })
  expect(response.status()).toBe(200)
  return response.json()
}

/** The options of a request with an access token. */
export const withToken = (token) => ({ headers: { Authorization: `Bearer ${token}` } })
