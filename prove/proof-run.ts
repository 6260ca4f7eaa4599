import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Random } from '../conformance/fuzz/random.ts'
import type { SandboxFile } from '../sandbox/sandbox-file.ts'
import type { Hosts } from './hosts/index.ts'
import type { Journal } from './journal.ts'
import type { Options, Victim } from './options.ts'
import type { Receiver } from './receivers.ts'
import type { SupervisedProcess } from './supervise-process.ts'

/** One run: what was set up, and what has happened so far. */
export interface ProofRun {
  options: Options
  chance: Random
  home: string
  processes: SupervisedProcess[]
  sandbox: SandboxFile
  journal: Journal
  receivers: Receiver[]
  hosts: Hosts
  sql: Sql
  kills: Record<Victim, number>
  clock_moves: number
  /** Requests that were sent again after their answer. */
  replayed: number
  /** How far the clock has been moved, in seconds; counted before the move is requested. */
  moved_seconds: number
  /** Requests without an answer yet, by how far the clock had been moved when they were sent. */
  under_way: Set<{ moved_seconds: number }>
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
/**
 * A connection to a server that was killed may never answer. The server gives a statement up before its client does, so
 * that none goes on with nobody reading it.
 */
const TIME_LIMITS = { connectionTimeoutMillis: 10_000, statement_timeout: 120_000, query_timeout: 130_000 }

/** Runs statements on connections of its own, which wait for a database that is starting again. */
export function openSql(url: string): { sql: Sql; end(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 2, types: types as never, ...TIME_LIMITS })
  pool.on('error', () => undefined)
  return {
    async sql<T>(text: string, values: readonly unknown[] = []) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return (await pool.query(text, values as unknown[])).rows as T[]
        } catch (error) {
          // An error of the database is an answer, unless the database is stopping or starting.
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

/** The address of any API process that is ready; null while all of them start. */
export function anyApi({ processes }: Pick<ProofRun, 'processes'>, chance: Random): string | null {
  const living = processes.flatMap(({ role, url }) => (role === 'api' ? (url() ?? []) : []))
  return living.length === 0 ? null : chance.pick(living)
}

/** The API processes in order, for what has to reach two of them. */
export function eachApi({ processes }: Pick<ProofRun, 'processes'>): string[] {
  return processes.flatMap(({ role, url }) => (role === 'api' ? (url() ?? []) : []))
}
