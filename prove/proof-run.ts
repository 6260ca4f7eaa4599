import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Random } from '../conformance/fuzz/random.ts'
import type { SandboxFile } from '../sandbox/sandbox-file.ts'
import type { Journal } from './journal.ts'
import type { Options, Victim } from './options.ts'
import type { Receiver } from './receivers.ts'
import type { SupervisedProcess } from './supervise-process.ts'

/** Everything that is set up, and what was done to it so far. */
export interface ProofRun {
  options: Options
  chance: Random
  home: string
  processes: SupervisedProcess[]
  sandbox: SandboxFile
  journal: Journal
  receivers: Receiver[]
  sql: Sql
  kills: Record<Victim, number>
  hops: number
  /** How far the clock was moved, in seconds; counted before it is asked for. */
  hopped: number
  /** Bytes that losses of power took. */
  forgotten: number
  /** No more new work. */
  over: AbortSignal
}

export type Sql = <T>(text: string, values?: readonly unknown[]) => Promise<T[]>

/** Moments and cents count as numbers here: none comes near the end of what a number holds. */
const types = {
  getTypeParser: (oid: number, format?: 'text') => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}
const INT8 = 20
const TRIES = 600
/** A server that is killed at the wrong moment leaves a connection on which nobody ever answers. */
const PATIENCE = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 }

/** Statements of our own, on connections of our own; they wait for a database that is just starting again. */
export function openSql(url: string): { sql: Sql; end(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 2, types: types as never, ...PATIENCE })
  pool.on('error', () => undefined)
  return {
    async sql<T>(text: string, values: readonly unknown[] = []) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return (await pool.query(text, values as unknown[])).rows as T[]
        } catch (error) {
          // What the database itself says is an answer, except that it is going or coming.
          const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
          const is_answer = code !== '' && !code.startsWith('57P') && !code.startsWith('08') && code !== '40P01'
          if (is_answer || attempt >= TRIES) throw error
          await pause(100)
        }
      }
    },
    end: () => pool.end(),
  }
}

/** An API process that answers; null while all of them start. */
export function anyApi({ processes }: Pick<ProofRun, 'processes'>, chance: Random): string | null {
  const living = processes.flatMap(({ role, url }) => (role === 'api' ? (url() ?? []) : []))
  return living.length === 0 ? null : chance.pick(living)
}

/** The API processes in order, for what has to reach two of them. */
export function eachApi({ processes }: Pick<ProofRun, 'processes'>): string[] {
  return processes.flatMap(({ role, url }) => (role === 'api' ? (url() ?? []) : []))
}
