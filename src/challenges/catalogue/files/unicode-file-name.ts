import { type Challenge, on } from '../../challenge.js'
import { hasOtherThanAscii, listOf, textOf } from '../../look.js'

export const unicodeFileName: Challenge = {
  name: 'unicode-file-name',
  level: 'files',
  title: 'A file name in another script',
  task: 'Upload a file whose name is not ASCII, and get the same name back.',
  hints: [
    'File names are UTF-8.',
    'The name stands in the part, and not in the URL.',
    'With curl, add `;filename=résumé.txt` to the part.',
  ],
  teaches: { page: 'decisions.md#comments-and-attachments', section: 2 },
  solution: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=résumé.txt'`,
  nearMiss: `echo Hello | curl $BOARD/api/v1/tasks/2/attachments -F 'files=@-;filename=resume.txt'`,
  steps: [
    on('POST /tasks/:id/attachments', 201, ({ received }) =>
      listOf(received).some(({ fileName }) => hasOtherThanAscii(textOf(fileName))),
    ),
  ],
}
