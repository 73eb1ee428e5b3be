import type { FastifyInstance } from 'fastify'

/** The path of the icon. */
export const ICON_PATH = '/icon.svg'

/** The icon of the service as SVG: the columns of a board. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#2fa378" d="M2 2h8v28H2zM12 2h8v18h-8zM22 2h8v10h-8z"/></svg>`

/** The same icon as an ICO file with 32 × 32 pixels, for browsers that request it at the root. */
const FAVICON = Buffer.from(
  'AAABAAEAICAAAAEAIAB0AAAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAEDAAAASbTotwAAAAZQTFRF////L6N4vSfEhwAAAAJ0Uk5TAP9bkSK1AAAAG0lEQVR42mNggAP785//kEp8YCCKOMBAIgEHAO7iN8n23olQAAAAAElFTkSuQmCC',
  'base64',
)

/** Search engines may index the documentation page, but neither operations nor private boards. */
const ROBOTS = ['/arazzo', '/b/', '/api/', '/boards', '/control/', '/metrics', '/openapi']

/** Serves the files that browsers and search engines request at the root of every site. */
export async function rootFiles(app: FastifyInstance): Promise<void> {
  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
    reply.type('image/x-icon').header('cache-control', 'public, max-age=86400').send(FAVICON),
  )
  app.get(ICON_PATH, { schema: { hide: true } }, (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(ICON),
  )
  app.get('/robots.txt', { schema: { hide: true } }, ({ board }, reply) => {
    const disallowed = board.state === null ? ROBOTS : ['/']
    return reply
      .type('text/plain; charset=utf-8')
      .send(['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`), ''].join('\n'))
  })
}
