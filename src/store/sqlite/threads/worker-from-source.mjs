// The entry point of a thread when `tsx` runs the sources: threads do not inherit its loader.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
