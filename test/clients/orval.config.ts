// Where requests go and with which headers is given to every call: see ./adapters/orval-fetch.ts.
export default {
  board: {
    input: process.env.DOCUMENT,
    output: {
      target: `${process.env.DIRECTORY}/index.ts`,
      client: 'fetch',
      override: { mutator: { path: './adapters/orval-fetch.ts', name: 'request' } },
    },
  },
}
