import { EventEmitter } from 'node:events'
import { onRequest } from '../../src/db/lanes.ts'

const door = { enter: () => ({ leave: () => undefined, away: <T>(work: () => Promise<T>) => work() }) }

/** Runs `work` as that of a request, which begins at once. */
export function asRequest<T>(work: () => T): T {
  return onRequest(door, new EventEmitter(), work)
}
