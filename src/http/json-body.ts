import { isUtf8 } from 'node:buffer'
import fp from 'fastify-plugin'
import { MalformedJson, MalformedUtf8, UnsupportedMediaType } from '../errors.js'

/**
 * Reads JSON bodies, and no others: an empty one is no body, of whatever type (decision 7); one that is not UTF-8 is
 * refused (decision 39), a compressed one is not supported, and keys that would poison a prototype are dropped like any unknown field
 * (decision 4).
 */
export const jsonBody = fp(
  async (app) => {
    const parse = app.getDefaultJsonParser('remove', 'remove')
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (request, _payload, done) => {
      done(request.headers['content-length'] === '0' ? null : new UnsupportedMediaType(), undefined)
    })
    app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
      if (bytes.length === 0) return done(null, undefined)
      const { 'content-encoding': encoding = 'identity' } = request.headers
      if (encoding.toLowerCase() !== 'identity') return done(new UnsupportedMediaType())
      if (!isUtf8(bytes)) return done(new MalformedUtf8())
      parse(request, bytes.toString(), (error, body) => done(error && new MalformedJson(), body))
    })
  },
  { name: 'json-body' },
)
