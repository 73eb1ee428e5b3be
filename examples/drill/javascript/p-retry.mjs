// fetch with p-retry, as in its README: five retries, and none if something does not exist.
import pRetry, { AbortError } from 'p-retry'
import { doTask } from './task.mjs'

const headers = { 'Content-Type': 'application/json' }

await doTask((method, url, json) => {
  const run = async () => {
    const response = await fetch(url, { method, headers, body: JSON.stringify(json) })
    if (response.status === 404) throw new AbortError(response.statusText)
    if (!response.ok) throw new Error(response.statusText)
    return response.json()
  }
  return pRetry(run, { retries: 5 })
})
