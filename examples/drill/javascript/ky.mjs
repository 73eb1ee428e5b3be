// ky with its defaults: two retries of idempotent methods.
import ky from 'ky'
import { doTask } from './task.mjs'

await doTask((method, url, json) => ky(url, { method, json }).json())
