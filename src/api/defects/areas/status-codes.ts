import { isValidationBody } from '../../../contract/bodies.js'
import { InternalError, PathNotFound } from '../../../contract/errors.js'
import { isObject } from '../../../contract/parse.js'
import { changeStatus, instead, respondWithError, respondWithNothing } from '../change-response.js'
import { defectsIn } from '../defect.js'

/** The status codes of responses. */
export const statusCodes = defectsIn({ area: 'status-codes' })({
  'TB-107 attachment-delete-returns-200 | minor status, current edition | deleteAttachment': {
    title: 'Deleting an attachment returns 200 and a message.',
    rule: 'Deleting an attachment returns 204 and an empty body (decision 23).',
    beforeSend: instead(204, 200, { body: { message: 'Attachment deleted successfully' } }),
  },
  'TB-001 comment-returns-200 | minor status | createComment': {
    title: 'Creating a comment returns 200.',
    rule: 'Creating a comment returns 201 (specification, section 7).',
    beforeSend: instead(201, 200),
  },
  'TB-002 create-returns-200 | major status | createTask': {
    title: 'Creating a task returns 200.',
    rule: 'Creating a task returns 201 (specification, section 4).',
    beforeSend: instead(201, 200),
  },
  'TB-108 delete-all-returns-200 | minor status | deleteAllTasks': {
    title: 'Deleting all tasks returns 200 and a message.',
    rule: 'Deleting all tasks returns 204 and an empty body (specification, section 4).',
    beforeSend: instead(204, 200, { body: { message: 'All tasks deleted successfully' } }),
  },
  'TB-003 delete-returns-200 | minor status | deleteTask': {
    title: 'Deleting a task returns 200 and a message.',
    rule: 'Deleting a task returns 204 and an empty body (specification, section 4).',
    beforeSend: instead(204, 200, { body: { message: 'Task deleted successfully' } }),
  },
  'TB-004 delete-unknown-returns-204 | major status | deleteTask': {
    title: 'DELETE of an unknown task returns 204.',
    rule: 'A request for a task that does not exist is 404 (specification, section 7).',
    beforeSend: instead(404, 204),
  },
  'TB-109 empty-summary-returns-204 | major status, current edition | getTaskSummary': {
    title: 'The summary of an empty board returns 204 and an empty body.',
    rule: 'The summary of an empty board has zeros (specification, section 2).',
    beforeSend(response) {
      const { status, body } = response
      if (status === 200 && isObject(body) && body.totalTasks === 0) respondWithNothing(response)
    },
  },
  'TB-005 get-unknown-returns-null | major status | getTask': {
    title: 'GET of an unknown task returns 200 and `null`.',
    rule: 'A request for a task that does not exist is 404 (specification, section 7).',
    beforeSend: instead(404, 200, { body: null }),
  },
  'TB-006 large-file-returns-413 | minor status, current edition | uploadAttachments': {
    title: 'A file over 1 MB returns 413.',
    rule: 'A file over 1 MB is 400 (specification, section 4).',
    beforeSend: instead(400, 413, { message: /MB per file$/ }),
  },
  'TB-007 replace-returns-204 | major status | replaceTask': {
    title: 'Replacing a task returns 204 and an empty body.',
    rule: 'Replacing a task returns 200 and the task (specification, section 4).',
    beforeSend: instead(200, 204),
  },
  'TB-110 unknown-comment-delete-returns-204 | minor status | deleteComment': {
    title: 'DELETE of an unknown comment returns 204.',
    rule: 'A request for an unknown comment is 404 (decision 24).',
    beforeSend: instead(404, 204, { message: /^Comment/ }),
  },
  'TB-111 unknown-download-returns-204 | major status, current edition | downloadAttachment': {
    title: 'The download of an unknown attachment returns 204.',
    rule: 'A request for an unknown attachment is 404 (decision 24).',
    beforeSend: instead(404, 204, { message: /^Attachment/ }),
  },
  'TB-008 validation-returns-422 | major status': {
    title: 'Invalid fields return 422.',
    rule: 'A request with invalid fields is 400 (specification, section 7).',
    beforeSend(response) {
      if (isValidationBody(response.body)) changeStatus(response, 422)
    },
  },
  'TB-009 validation-returns-500 | major status | createTask, replaceTask': {
    title: 'Invalid fields in the body of a task return 500.',
    rule: 'A request with invalid fields is 400 (specification, section 7).',
    beforeSend(response, { request }) {
      if (isValidationBody(response.body)) respondWithError(response, request, new InternalError())
    },
  },
  'TB-112 wrong-media-type-returns-400 | minor status': {
    title: 'A body with a wrong media type returns 400.',
    rule: 'A body whose media type is not supported is 415 (decision 7).',
    beforeSend: instead(415, 400),
  },
  'TB-010 wrong-method-returns-404 | minor status': {
    title: 'A wrong method returns 404.',
    rule: 'A wrong method is 405 with `Allow` (decision 27).',
    beforeSend(response, { request }) {
      if (response.status !== 405) return
      respondWithError(response, request, new PathNotFound())
      delete response.headers.allow
    },
  },
})
