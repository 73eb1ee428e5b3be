/** The service without its response cache. No setting turns the cache off. */
import { readConfig } from '../../src/config/config.js'
import { serve } from '../../src/server.js'

await serve(readConfig(process.env), { testing: { cacheMax: 0 } })
