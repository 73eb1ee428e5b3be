import type { Challenge } from '../../challenge.js'
import { deleteFile } from './delete-file.js'
import { download } from './download.js'
import { emptyFile } from './empty-file.js'
import { fileTooLarge } from './file-too-large.js'
import { firstFile } from './first-file.js'
import { fourthFile } from './fourth-file.js'
import { jsonUpload } from './json-upload.js'
import { largestFile } from './largest-file.js'
import { threeFiles } from './three-files.js'
import { unicodeFileName } from './unicode-file-name.js'
import { unknownFile } from './unknown-file.js'
import { wrongPart } from './wrong-part.js'

export const FILES: readonly Challenge[] = [
  firstFile,
  threeFiles,
  fourthFile,
  fileTooLarge,
  largestFile,
  emptyFile,
  wrongPart,
  jsonUpload,
  unicodeFileName,
  download,
  deleteFile,
  unknownFile,
]
