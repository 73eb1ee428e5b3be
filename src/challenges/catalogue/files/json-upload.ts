import { type Challenge, on } from '../../challenge.js'

export const jsonUpload: Challenge = {
  name: 'json-upload',
  level: 'files',
  title: 'An upload in JSON',
  task: 'Try to upload a file as JSON.',
  hints: [
    'Uploads need another media type.',
    'Send any JSON body to the path of the attachments.',
    'The status is 415, and the message names the right media type.',
  ],
  teaches: { page: 'errors.md#messages', section: 4 },
  solution: `curl $BOARD/api/v1/tasks/2/attachments -H "$JSON" -d '{"files": ["Hello"]}'`,
  nearMiss: `curl $BOARD/api/v1/tasks/2/attachments -F 'files=Hello'`,
  steps: [on('POST /tasks/:id/attachments', 415)],
}
