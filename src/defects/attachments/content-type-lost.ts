import type { Defect } from '../defect.js'

export const contentTypeLost: Defect = {
  name: 'content-type-lost',
  title: 'Every file is stored as `application/octet-stream`.',
  rule: 'The media type of a file is stored as sent (decision 46).',
  exposedBy: '`POST /tasks/{id}/attachments` with a file of the type `text/plain`; check `contentType`.',
  area: 'attachments',
  severity: 'major',
  difficulty: 'easy',
  editions: ['current'],
  operations: ['uploadAttachments'],
  store: (store) => ({
    addAttachments: (board, taskId, files, now) =>
      store.addAttachments(
        board,
        taskId,
        files.map((file) => ({ ...file, contentType: 'application/octet-stream' })),
        now,
      ),
  }),
}
