import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/db/database.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { openDatabase } from '../src/db/pool.ts'
import { openSession } from '../src/db/session.ts'

/** An empty home, its PostgreSQL, and connections to it as the owner of all tables. */
export interface OwnDatabase {
  home: string
  url: string
  db: Database
  /** Runs a statement however long it takes, such as one that builds an index of ten million rows. */
  patiently(text: string): Promise<void>
  /** Has `step` run in the end: what was begun last ends first. */
  finally(step: () => unknown): void
}

/** `counted`: statements in `stats.pg_stat_statements`, functions in `pg_stat_user_functions`. */
interface Options {
  connections?: number
  counted?: boolean
}

/** Runs `work` on a database that is there for it alone, and removes it. */
export async function onOwnDatabase<T>(
  work: (own: OwnDatabase) => Promise<T>,
  { connections = 4, counted = false }: Options = {},
): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'tollgate-bench-'))
  if (counted) await countStatements(home)
  const { owner_url: url, stop } = await startEmbedded({ home })
  const db = openDatabase({ url, size: connections, application_name: 'bench' })
  const steps: (() => unknown)[] = [() => db.close(), stop, () => rm(home, { recursive: true, force: true })]
  const undo = async () => {
    for (const step of steps.splice(0)) await Promise.resolve(step()).catch(error => console.error(error))
  }
  // Who interrupts a run of an hour leaves no gateway behind.
  const leave = () => void undo().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.once(signal, leave)
  try {
    return await work({
      home,
      url,
      db,
      patiently: text => runAlone(url, text),
      finally: step => void steps.unshift(step),
    })
  } finally {
    await undo()
    for (const signal of SIGNALS) process.off(signal, leave)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Connections of a pool give up after two minutes. */
async function runAlone(url: string, text: string): Promise<void> {
  const session = await openSession(url, 'bench')
  try {
    await session.run(text)
  } finally {
    await session.end()
  }
}

/** The library that counts is loaded when PostgreSQL starts; the view lies outside of the gateway's schema. */
async function countStatements(home: string): Promise<void> {
  const { owner_url: url, stop } = await startEmbedded({ home })
  const db = openDatabase({ url, size: 1, application_name: 'bench' })
  await db.run(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await db.run(`alter system set track_functions = 'all'`)
  await db.run('create schema stats')
  await db.run('create extension pg_stat_statements schema stats')
  await db.close()
  await stop()
}
