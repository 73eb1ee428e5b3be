/** Writes the screenshots for the documentation to docs/images/, or to `SCREENSHOTS_DIR`: `npm run write -- screenshots`. */
import { buildApp } from '../src/app/app.js'
import { openStore } from '../src/rooms/open-store.js'
import { launchChromium } from '../test/browser/chromium.js'
import { takeScreenshots } from '../test/browser/screenshots.js'

const app = await buildApp({ store: await openStore('sqlite::memory:') })
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await launchChromium()
await takeScreenshots(await browser.newPage(), origin, process.env.SCREENSHOTS_DIR ?? 'docs/images')
await browser.close()
await app.close()
