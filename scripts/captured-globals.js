/**
 * esbuild replaces these globals in all bundled modules, packages included, by what they are when the bundle is loaded.
 * Test runners replace them later by fakes whose time stands still. A service in the process of a test would then hang.
 */
export const {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
  queueMicrotask,
  // biome-ignore lint/suspicious/noShadowRestrictedNames: the bundles need this name
  Date,
  performance,
} = globalThis
export const { nextTick } = process
