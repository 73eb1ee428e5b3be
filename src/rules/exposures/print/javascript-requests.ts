import type { Body, FormPart } from '../exposure.js'
import { quote, toCode, toContent, toText } from './javascript-values.js'

/** A request, as code. */
export interface CodeRequest {
  method: string
  /** The path below the base URL, or an expression for it. */
  path: string | { code: string }
  /** The headers, with expressions as values. */
  headers: Readonly<Record<string, string>>
  /** The body; an expression for a body that is sent as JSON. */
  body: Exclude<Body, { form: unknown }> | { code: string } | { form: readonly FormPart[]; name: string } | undefined
}

/** Writes a call with the URL of a request and options. */
export function callOf(name: string, path: CodeRequest['path'], options: readonly string[]): string {
  const url = typeof path === 'string' ? toText(path, 'baseUrl') : `baseUrl + ${path.code}`
  if (options.length === 0) return `${name}(${url})`
  const line = `${name}(${url}, { ${options.join(', ')} })`
  return line.length <= 90 && !line.includes('\n')
    ? line
    : `${name}(${url}, {\n${options.map((option) => `  ${option},\n`).join('')}})`
}

/** Writes an object. Its values are expressions. */
export function objectOf(members: Readonly<Record<string, string>>): string {
  const entries = Object.entries(members).map(([name, value]) => `${name.includes('-') ? `'${name}'` : name}: ${value}`)
  return `{ ${entries.join(', ')} }`
}

/** Writes the value of a body. */
export function contentOf(body: NonNullable<CodeRequest['body']>): string {
  if ('form' in body) return body.name
  if ('text' in body) return toText(body.text)
  return 'code' in body ? body.code : toCode(body.json, '    ')
}

/** Writes the lines that create a form. */
export function formOf(name: string, form: readonly FormPart[]): string[] {
  const parts = form.map(({ name: part, fileName, type, content }) => {
    const blob = `new Blob([${toContent(content)}], { type: ${quote(type)} })`
    return `${name}.append(${quote(part)}, ${blob}, ${quote(fileName)})`
  })
  return [`const ${name} = new FormData()`, ...parts]
}
