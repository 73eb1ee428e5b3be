// The base URL and the headers are set for every call, see ./adapters/orval-fetch.ts.
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
