import { changeFields, errorOf, messagesOf } from '../change-fields.js'
import { defectsIn } from '../defect.js'

/** The bodies of errors. */
export const errorBodies = defectsIn({ area: 'error-bodies' })({
  'TB-138 error-keys-without-index | minor body': {
    title: 'The keys of `errors` have no index: `labels[1]` becomes `labels`.',
    rule: 'The keys of `errors` have the index of an item, such as `labels[1]` (decision 28).',
    beforeSend: changeFields(messagesOf, ({ errors }) => {
      const entries = Object.entries(errors).map(([key, message]) => [key.replaceAll(/\[\d+\]/g, ''), message])
      return { errors: Object.fromEntries(entries) }
    }),
  },
  'TB-025 error-media-type-is-text | major body': {
    title: 'Errors have the media type `text/plain`.',
    rule: 'Bodies are JSON with `Content-Type: application/json` (specification, introduction).',
    beforeSend(response) {
      if (response.status >= 400) response.headers['content-type'] = 'text/plain; charset=utf-8'
    },
  },
  'TB-026 error-path-constant | minor body': {
    title: 'The `path` of every error is `/error`.',
    rule: 'The `path` of an error is the path of the request (specification, section 2).',
    beforeSend: changeFields(errorOf, () => ({ path: '/error' })),
  },
  'TB-027 error-path-with-query | minor body': {
    title: 'The `path` of an error contains the query.',
    rule: 'The `path` of an error does not contain the query (decision 27).',
    beforeSend: changeFields(errorOf, ({ path }, { originalUrl }) => ({
      path: `${path}${/\?.*$/s.exec(originalUrl)?.[0] ?? ''}`,
    })),
  },
  'TB-028 error-status-is-text | minor body': {
    title: 'The `status` in an error body is a string such as `"404"`.',
    rule: 'The `status` in an error body is an integer (specification, section 2).',
    beforeSend: changeFields(errorOf, ({ status }) => ({ status: String(status) })),
  },
  'TB-029 error-without-errors | major body': {
    title: 'The body of a validation error has no `errors`.',
    rule: 'A validation error has `errors` with a message for each invalid field (specification, section 4).',
    beforeSend: changeFields(messagesOf, () => ({ errors: undefined })),
  },
  'TB-030 error-without-timestamp | minor body': {
    title: 'Errors have no `timestamp`.',
    rule: 'Every error has a `timestamp` (decision 27).',
    beforeSend: changeFields(errorOf, () => ({ timestamp: undefined })),
  },
  'TB-031 first-invalid-field-only | minor body': {
    title: '`errors` has only the first of several invalid fields.',
    rule: 'A validation error has all offending fields at once (decision 27).',
    beforeSend: changeFields(messagesOf, ({ errors }) => ({
      errors: Object.fromEntries(Object.entries(errors).slice(0, 1)),
    })),
  },
  'TB-032 not-found-without-id | minor body': {
    title: 'The message for an unknown task does not contain its id.',
    rule: 'The message for an unknown task states that no task exists with the given id (specification, section 7).',
    beforeSend: changeFields(
      errorOf,
      ({ message }) => String(message).startsWith('Task not found') && { message: 'Task not found' },
    ),
  },
})
