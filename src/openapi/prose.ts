/** The headers that every answer carries, described once (they would only repeat at every response). */
export const COMMON_HEADERS = `### Headers of every answer

- \`X-Request-Id\`: the id of the request, taken over from the request where it sent a valid one.
- CORS: \`Access-Control-Allow-Origin\`, \`Access-Control-Expose-Headers\` and, where the origin matters, \`Vary\`; preflight requests are answered on every path.
- Security: \`Content-Security-Policy\`, \`Cross-Origin-Resource-Policy\`, \`Referrer-Policy\`, \`X-Content-Type-Options\`, \`X-Frame-Options\`.
- Transport: \`Content-Type\`, \`Content-Length\`, \`Date\`, \`Connection\`, \`Keep-Alive\`.

A request that is not HTTP at all is refused without the first three. Unknown paths answer 404 and wrong methods 405 with \`Allow\`, in the same Error body.`
