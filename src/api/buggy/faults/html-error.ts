import type { Fault } from '../fault.js'

/** A page like those of proxies that get no response from the server behind them. */
const PAGE = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>gateway</center>
</body>
</html>
`

export const htmlError: Fault = {
  name: 'html-error',
  part: 'status',
  effect: 'The status is 502, with a page of HTML as proxies send it. The request changes nothing.',
  replacesOperation: true,
  before: (_request, reply) => reply.code(502).type('text/html').send(PAGE),
}
