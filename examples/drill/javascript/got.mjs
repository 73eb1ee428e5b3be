// got with its defaults: two retries of idempotent methods.
import got from 'got'
import { doTask } from './task.mjs'

await doTask((method, url, json) => got(url, { method, json }).json())
