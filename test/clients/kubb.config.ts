import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  input: { path: process.env.DOCUMENT ?? '' },
  output: { path: process.env.DIRECTORY ?? '', barrelType: 'named', format: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginClient({ client: 'axios', dataReturnType: 'full', bundle: true }),
  ],
})
