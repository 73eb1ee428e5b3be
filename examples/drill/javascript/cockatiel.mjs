// fetch with the retry policy in the README of cockatiel: three retries of everything that fails.
import { ExponentialBackoff, handleAll, retry } from 'cockatiel'
import { doTask } from './task.mjs'

const headers = { 'Content-Type': 'application/json' }
const retryPolicy = retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() })

await doTask((method, url, json) =>
  retryPolicy.execute(async () => {
    const response = await fetch(url, { method, headers, body: JSON.stringify(json) })
    if (!response.ok) throw new Error(response.statusText)
    return response.json()
  }),
)
