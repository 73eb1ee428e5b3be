// ofetch with its defaults: one retry, but none of methods that change something.
import { ofetch } from 'ofetch'
import { doTask } from './task.mjs'

await doTask((method, url, json) => ofetch(url, { method, body: json }))
