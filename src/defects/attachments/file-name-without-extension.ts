import type { Defect } from '../defect.js'

export const fileNameWithoutExtension: Defect = {
  name: 'file-name-without-extension',
  title: 'A file is stored under its name without the extension.',
  rule: '`fileName` is the name of the uploaded file (specification, section 2).',
  exposedBy: '`POST /tasks/{id}/attachments` with the file `notes.txt`; check `fileName`.',
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
        files.map((file) => ({ ...file, fileName: file.fileName.replace(/(?<=.)\.[^.]*$/s, '') })),
        now,
      ),
  }),
}
