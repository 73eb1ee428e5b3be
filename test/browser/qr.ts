import type { Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'

/** The width of the image that is read, in pixels. */
const SIZE = 400

/**
 * Draws an SVG element, and returns the bytes of its pixels (RGBA) in Base64: Playwright takes seconds for a list of
 * 640,000 numbers.
 */
const PIXELS = `async (svg, size) => {
  const image = new Image(size, size)
  const text = new XMLSerializer().serializeToString(svg)
  image.src = 'data:image/svg+xml,' + encodeURIComponent(text.replace('<svg', '<svg width="' + size + '" height="' + size + '"'))
  await image.decode()
  const context = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext('2d')
  context.drawImage(image, 0, 0, size, size)
  const { data } = context.getImageData(0, 0, size, size)
  return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))
}`

/** Returns the text of the first QR code on a page with a `data-testid`, as a camera reads it. */
export async function readQr(page: Page, testId: string): Promise<string> {
  await page.getByTestId(testId).first().waitFor()
  const pixels = await page.evaluate<string>(`(${PIXELS})(document.querySelector('[data-testid=${testId}]'), ${SIZE})`)
  return decodeQR({ width: SIZE, height: SIZE, data: Uint8Array.from(Buffer.from(pixels, 'base64')) })
}
