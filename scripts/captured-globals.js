/**
 * esbuild replaces these globals in the modules of the service by what they are when the bundle is loaded. Test runners
 * replace them later by fakes whose time stands still. A service in the process of a test would then hang.
 */
export const {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
  // biome-ignore lint/suspicious/noShadowRestrictedNames: the bundles need this name
  Date,
  performance,
} = globalThis
