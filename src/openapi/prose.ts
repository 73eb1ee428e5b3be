/** What is true of every operation, described once (it would only repeat at every operation). */
export const COMMON_PROSE = `### Headers of every answer

- \`X-Request-Id\`: the id of the request, taken over from the request where it sent a valid one.
- CORS: \`Access-Control-Allow-Origin\`, \`Access-Control-Expose-Headers\` and, where the origin matters, \`Vary\`; preflight requests are answered on every path.
- Security: \`Content-Security-Policy\`, \`Cross-Origin-Resource-Policy\`, \`Referrer-Policy\`, \`X-Content-Type-Options\`, \`X-Frame-Options\`.
- Transport: \`Content-Type\`, \`Content-Length\`, \`Date\`, \`Connection\`, \`Keep-Alive\`.

### Before an operation

Unknown paths answer 404 and wrong methods 405 with \`Allow\`; \`HEAD\` is answered like \`GET\`, without the body, and \`OPTIONS\` with 204. What is not HTTP is 400, headers that are too large are 431, and a request that does not arrive in time is 408; of the headers above these three have only \`Content-Type\`, \`Content-Length\` and \`Connection\`. All errors have the same Error body.`
