import { isObject, isValidationBody } from '../../contract/bodies.js'
import { InternalError, PathNotFound } from '../../contract/errors.js'
import { changeStatus, instead, respondWithError, respondWithNothing } from '../change-response.js'
import { defectsIn } from '../defect.js'

/** The status codes of responses. */
export const statusCodes = defectsIn({ area: 'status-codes', quality: 'status', difficulty: 'easy' }, [
  {
    code: 'TB-107',
    name: 'attachment-delete-returns-200',
    title: 'Deleting an attachment returns 200 and a message.',
    rule: 'Deleting an attachment returns 204 and an empty body (decision 23).',
    exposedBy: '`DELETE /tasks/{id}/attachments/{attachmentId}` of an attachment that exists.',
    severity: 'minor',
    editions: ['current'],
    operations: ['deleteAttachment'],
    beforeSend: instead(204, 200, { message: 'Attachment deleted successfully' }),
  },
  {
    code: 'TB-001',
    name: 'comment-returns-200',
    title: 'Creating a comment returns 200.',
    rule: 'Creating a comment returns 201 (specification, section 7).',
    exposedBy: '`POST /tasks/{id}/comments` with `{"text": "Hello"}`.',
    severity: 'minor',
    operations: ['createComment'],
    beforeSend: instead(201, 200),
  },
  {
    code: 'TB-002',
    name: 'create-returns-200',
    title: 'Creating a task returns 200.',
    rule: 'Creating a task returns 201 (specification, section 4).',
    exposedBy: '`POST /tasks` with `{"title": "Buy milk", "status": "TODO"}`.',
    severity: 'major',
    operations: ['createTask'],
    beforeSend: instead(201, 200),
  },
  {
    code: 'TB-108',
    name: 'delete-all-returns-200',
    title: 'Deleting all tasks returns 200 and a message.',
    rule: 'Deleting all tasks returns 204 and an empty body (specification, section 4).',
    exposedBy: '`DELETE /tasks`.',
    severity: 'minor',
    operations: ['deleteAllTasks'],
    beforeSend: instead(204, 200, { message: 'All tasks deleted successfully' }),
  },
  {
    code: 'TB-003',
    name: 'delete-returns-200',
    title: 'Deleting a task returns 200 and a message.',
    rule: 'Deleting a task returns 204 and an empty body (specification, section 4).',
    exposedBy: '`DELETE /tasks/{id}` of a task that exists.',
    severity: 'minor',
    operations: ['deleteTask'],
    beforeSend: instead(204, 200, { message: 'Task deleted successfully' }),
  },
  {
    code: 'TB-004',
    name: 'delete-unknown-returns-204',
    title: 'DELETE of an unknown task returns 204.',
    rule: 'A request for a task that does not exist is 404 (specification, section 7).',
    exposedBy: '`DELETE /tasks/{id}` of a task that was deleted.',
    severity: 'major',
    operations: ['deleteTask'],
    beforeSend: instead(404, 204),
  },
  {
    code: 'TB-109',
    name: 'empty-summary-returns-204',
    title: 'The summary of an empty board returns 204 and an empty body.',
    rule: 'The summary of an empty board has zeros (specification, section 2).',
    exposedBy: '`GET /tasks/summary` on an empty board.',
    severity: 'major',
    difficulty: 'medium',
    editions: ['current'],
    operations: ['getTaskSummary'],
    beforeSend(response) {
      const { status, body } = response
      if (status === 200 && isObject(body) && body.totalTasks === 0) respondWithNothing(response)
    },
  },
  {
    code: 'TB-005',
    name: 'get-unknown-returns-null',
    title: 'GET of an unknown task returns 200 and `null`.',
    rule: 'A request for a task that does not exist is 404 (specification, section 7).',
    exposedBy: '`GET /tasks/{id}` with an id that was never assigned.',
    severity: 'major',
    operations: ['getTask'],
    beforeSend: instead(404, 200, null),
  },
  {
    code: 'TB-006',
    name: 'large-file-returns-413',
    title: 'A file over 1 MB returns 413.',
    rule: 'A file over 1 MB is 400 (specification, section 4).',
    exposedBy: '`POST /tasks/{id}/attachments` with a file of 1,048,577 bytes.',
    severity: 'minor',
    difficulty: 'medium',
    editions: ['current'],
    operations: ['uploadAttachments'],
    beforeSend(response) {
      const { status, body } = response
      if (status === 400 && isObject(body) && /MB per file$/.test(String(body.message))) changeStatus(response, 413)
    },
  },
  {
    code: 'TB-007',
    name: 'replace-returns-204',
    title: 'Replacing a task returns 204 and an empty body.',
    rule: 'Replacing a task returns 200 and the task (specification, section 4).',
    exposedBy: '`PUT /tasks/{id}` with a valid body.',
    severity: 'major',
    operations: ['replaceTask'],
    beforeSend: instead(200, 204),
  },
  {
    code: 'TB-110',
    name: 'unknown-comment-delete-returns-204',
    title: 'DELETE of an unknown comment returns 204.',
    rule: 'A request for an unknown comment is 404 (decision 24).',
    exposedBy: '`DELETE /tasks/{id}/comments/{commentId}` of a comment that was deleted.',
    severity: 'minor',
    operations: ['deleteComment'],
    beforeSend(response) {
      const { status, body } = response
      if (status === 404 && isObject(body) && /^Comment/.test(String(body.message))) respondWithNothing(response)
    },
  },
  {
    code: 'TB-111',
    name: 'unknown-download-returns-204',
    title: 'The download of an unknown attachment returns 204.',
    rule: 'A request for an unknown attachment is 404 (decision 24).',
    exposedBy: '`GET /tasks/{id}/attachments/{attachmentId}` of an attachment that was deleted.',
    severity: 'major',
    editions: ['current'],
    operations: ['downloadAttachment'],
    beforeSend(response) {
      const { status, body } = response
      if (status === 404 && isObject(body) && /^Attachment/.test(String(body.message))) respondWithNothing(response)
    },
  },
  {
    code: 'TB-008',
    name: 'validation-returns-422',
    title: 'Invalid fields return 422.',
    rule: 'A request with invalid fields is 400 (specification, section 7).',
    exposedBy: '`POST /tasks` with an empty title.',
    severity: 'major',
    beforeSend(response) {
      if (isValidationBody(response.body)) changeStatus(response, 422)
    },
  },
  {
    code: 'TB-009',
    name: 'validation-returns-500',
    title: 'Invalid fields in the body of a task return 500.',
    rule: 'A request with invalid fields is 400 (specification, section 7).',
    exposedBy: '`POST /tasks` without a title.',
    severity: 'major',
    operations: ['createTask', 'replaceTask'],
    beforeSend(response, { request }) {
      if (isValidationBody(response.body)) respondWithError(response, request, new InternalError())
    },
  },
  {
    code: 'TB-112',
    name: 'wrong-media-type-returns-400',
    title: 'A body with a wrong media type returns 400.',
    rule: 'A body whose media type is not supported is 415 (decision 7).',
    exposedBy: '`POST /tasks` with `Content-Type: text/plain`.',
    severity: 'minor',
    difficulty: 'medium',
    beforeSend: instead(415, 400),
  },
  {
    code: 'TB-010',
    name: 'wrong-method-returns-404',
    title: 'A wrong method returns 404.',
    rule: 'A wrong method is 405 with `Allow` (decision 27).',
    exposedBy: '`PATCH /tasks/{id}`.',
    severity: 'minor',
    difficulty: 'medium',
    beforeSend(response, { request }) {
      if (response.status !== 405) return
      respondWithError(response, request, new PathNotFound())
      response.headers.allow = undefined
    },
  },
])
