import pg from 'pg'
import { Unavailable } from '../lib/problem.ts'

/**
 * Classes and codes of errors that pass: connection lost (08), standby (25006), idle or too long in a transaction
 * (25P03, 25P04), lost races (40), no room (53), lock not available (55P03), canceled or shutting down (57).
 */
const PASSING = /^(08...|25006|25P0[34]|40001|40P01|53...|55P03|57...)$/

const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/
/** What the driver throws itself. */
const LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/

/** Whether the connection is gone, or in a state in which it must not be used again. */
export function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC'
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return NETWORK.test(String(code)) || LOST.test(String(message))
}

/**
 * Returns what a caller is told of an error: `Unavailable` where it passes, else the error. `is_undone`: whether the
 * loss of the connection at this point means that nothing was stored. An error that PostgreSQL reports always does.
 */
export function outageOf(error: unknown, is_undone: boolean): unknown {
  if (isLost(error)) return new Unavailable(is_undone, error as object)
  if (error instanceof pg.DatabaseError && PASSING.test(error.code ?? '')) return new Unavailable(true, error)
  return error
}
