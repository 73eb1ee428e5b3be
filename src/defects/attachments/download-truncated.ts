import type { Defect } from '../defect.js'

export const downloadTruncated: Defect = {
  name: 'download-truncated',
  title: 'A download lacks the last byte of the file.',
  rule: 'A download returns the stored bytes (decision 26).',
  exposedBy: '`GET /tasks/{id}/attachments/{attachmentId}`; compare all bytes with those of the upload.',
  area: 'attachments',
  severity: 'critical',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['downloadAttachment'],
  store: (store) => ({
    async getAttachment(board, taskId, id) {
      const { attachment, bytes } = await store.getAttachment(board, taskId, id)
      return { attachment, bytes: bytes.subarray(0, Math.max(bytes.length - 1, 0)) }
    },
  }),
}
