/** The part of the description that is the same in all documents, as Markdown. */
export const COMMON_PROSE = `### Headers of every response

- \`X-Request-Id\`: the id of the request. If the request has a valid \`X-Request-Id\`, its value is used.
- CORS: \`Access-Control-Allow-Origin\`, \`Access-Control-Expose-Headers\` and, if the origin matters, \`Vary\`. Preflight requests work on every path, except those of the management API.
- Security: \`Content-Security-Policy\`, \`Cross-Origin-Resource-Policy\`, \`Referrer-Policy\`, \`X-Content-Type-Options\`, \`X-Frame-Options\`.
- Transport: \`Content-Type\`, \`Content-Length\`, \`Date\`, \`Connection\`, \`Keep-Alive\`.

### JSON in requests

Arrays and objects can be nested up to 64 levels deep. Unknown properties are ignored.

### Responses that are not listed with the operations

An unknown path returns 404. A method that a path does not have returns 405 with \`Allow\`. \`HEAD\` returns the headers of \`GET\`, and \`OPTIONS\` returns 204. A host that the server does not accept returns 421. Malformed HTTP returns 400, headers that are too large return 431, and a request that does not arrive in time returns 408. The responses to these last three have no \`X-Request-Id\`, no CORS headers and no \`Date\`. All errors have the same Error body.`
