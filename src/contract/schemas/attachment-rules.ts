import { validateHeaderValue } from 'node:http'
import { MIMEType } from 'node:util'
import { FILE_NAME_MAX, MEDIA_TYPE_MAX } from '../limits.js'

/** Whether a text is the name of a file without a path (decision 40). */
export function isFileName(name: string): boolean {
  const { length } = [...name]
  return length >= 1 && length <= FILE_NAME_MAX && !/[\\/\0]/.test(name) && name !== '.' && name !== '..'
}

/** Whether a text is a media type that a response can carry as its `Content-Type` (RFC 9110, section 8.3). */
export function isMediaType(value: string): boolean {
  try {
    new MIMEType(value)
    validateHeaderValue('content-type', value)
    return value.length <= MEDIA_TYPE_MAX
  } catch {
    return false
  }
}
