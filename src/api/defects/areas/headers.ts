import { pathOf } from '../../../http/request-target.js'
import { defectsIn } from '../defect.js'

/** The headers of responses. */
export const headers = defectsIn({ area: 'headers' })({
  'TB-101 allow-lists-all-methods | minor body': {
    title: '`Allow` of a 405 lists all methods, even the refused one.',
    rule: '`Allow` lists the methods of the path (decision 27).',
    beforeSend({ status, headers }) {
      if (status === 405) headers.allow = 'GET, HEAD, POST, PUT, PATCH, DELETE'
    },
  },
  'TB-102 content-disposition-missing | minor body, current edition | downloadAttachment': {
    title: 'Downloads have no `Content-Disposition`.',
    rule: 'A download has `Content-Disposition` with the file name (decision 26).',
    beforeSend({ headers }) {
      delete headers['content-disposition']
    },
  },
  'TB-103 location-missing | minor body | createTask': {
    title: 'The 201 for a task has no `Location`.',
    rule: 'The 201 for a task has `Location` with the path of the task (decision 22).',
    beforeSend({ headers }) {
      delete headers.location
    },
  },
  'TB-104 location-of-list | minor body | createTask': {
    title: '`Location` of a new task is the path of the list.',
    rule: '`Location` is the path of the task (decision 22).',
    beforeSend({ status, headers }, { request }) {
      if (status === 201) headers.location = pathOf(request.originalUrl)
    },
  },
  'TB-105 tokens-cacheable | minor body | login, refresh': {
    title: 'Responses with tokens can be cached for an hour.',
    rule: 'Responses of the auth operations have `Cache-Control: no-store` (decision 34).',
    variants: ['v2'],
    beforeSend({ headers }) {
      headers['cache-control'] = 'max-age=3600'
    },
  },
})
