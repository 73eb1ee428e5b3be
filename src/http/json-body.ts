import { isUtf8 } from 'node:buffer'
import fp from 'fastify-plugin'
import { MalformedJson, MalformedUtf8, UnsupportedMediaType } from '../errors.js'

/**
 * Parses JSON bodies and rejects all others. An empty body of any media type is treated as no body (decision 7). Bodies
 * that are not UTF-8 (decision 39) or compressed (decision 52) are rejected. Keys that could pollute a prototype are
 * ignored like all unknown fields (decision 4).
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
      if (encoding.toLowerCase() !== 'identity') {
        return done(new UnsupportedMediaType('application/json without Content-Encoding'))
      }
      if (!isUtf8(bytes)) return done(new MalformedUtf8())
      parse(request, bytes.toString(), (error, body) => done(error && new MalformedJson(), body))
    })
  },
  { name: 'json-body' },
)
