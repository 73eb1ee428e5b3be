import type { IncomingMessage } from 'node:http'
import { ExpectationFailed, MalformedRequest, MalformedUrl, TransferCodingRefused } from '../contract/errors.js'
import { plugin } from './plugin.js'
import { isValidTarget, parseHost, requestHost } from './request-target.js'

function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/**
 * Whether a request has no transfer coding, or only `chunked` (RFC 9112, section 6.1). Node's parser rejects a request
 * whose last coding is not `chunked`, but it accepts and ignores other codings before that: coded bytes would be read as
 * the body.
 */
function hasSupportedCoding({ headers: { 'transfer-encoding': coding = 'chunked' } }: IncomingMessage): boolean {
  return coding.toLowerCase() === 'chunked'
}

/** Whether a request expects nothing unknown. Servers ignore expectations of HTTP/1.0 (RFC 9110, section 10.1.1). */
function isExpectationKnown({ headers: { expect = '' }, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.0' || /^[\s,]*(100-continue[\s,]*)?$/i.test(expect)
}

/** Rejects malformed requests that Node's parser accepts, and unknown expectations (decisions 27, 69 and 125). */
export const strictRequest = plugin('strict-request', [], async (app) => {
  // Node otherwise ignores all headers after the first 2,000 names and values. `maxHeaderSize` limits them already.
  app.server.maxHeadersCount = 0
  // Node would send a 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', (request, _reply, done) => {
    const { originalUrl, method, raw } = request
    if (!isValidTarget(originalUrl, method)) return done(new MalformedUrl())
    // HTTP/1.1 requires exactly one Host header (RFC 9112, section 3.2). Node accepts several and uses the first.
    const hosts = countHosts(raw)
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) return done(new MalformedRequest())
    if (!hasSupportedCoding(raw)) return done(new TransferCodingRefused())
    if (!isExpectationKnown(raw)) return done(new ExpectationFailed())
    const host = requestHost(request)
    done(host === '' || parseHost(host) !== undefined ? undefined : new MalformedRequest())
  })
})
