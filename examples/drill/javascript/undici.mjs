// The RetryAgent of undici with its defaults: five retries of idempotent methods.
import { Agent, RetryAgent, request } from 'undici'
import { doTask } from './task.mjs'

const dispatcher = new RetryAgent(new Agent())
const headers = { 'Content-Type': 'application/json' }

await doTask(async (method, url, json) => {
  const response = await request(url, { dispatcher, method, headers, body: JSON.stringify(json) })
  if (response.statusCode >= 400) throw new Error(`status ${response.statusCode}`)
  return response.body.json()
})
