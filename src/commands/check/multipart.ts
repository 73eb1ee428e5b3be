const BOUNDARY = 'task-board-check-boundary'

/** A part of an upload. */
export interface UploadPart {
  /** The name of the part. The default is `files`. */
  name?: string
  /** The name of the file. Without one, the part is a form field. */
  fileName?: string
  type?: string
  content?: string | Buffer
}

/** Creates a multipart body. The bytes are written here, because `FormData` adds media types and repairs file names. */
export function multipart(parts: readonly UploadPart[]): { headers: Record<string, string>; body: Buffer } {
  const chunks = parts.flatMap(({ name = 'files', fileName, type, content = 'content' }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk))),
  }
}
