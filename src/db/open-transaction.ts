import type pg from 'pg'
import type { Queryable, Reading, Row, Tx } from './database.ts'
import { type Named, NamedStatement } from './named-statement.ts'

/** Returns the name under which a connection prepares a statement; undefined for one that is not prepared. */
export type NameOf = (text: string) => string | undefined

interface Answer {
  rows: unknown[]
  rowCount: number | null
}

type Send = (text: string, values?: readonly unknown[], reading?: Reading<unknown>) => Promise<Answer>

/** Statements that are transactions of their own. */
export function queryableOn(client: pg.ClientBase, nameOf: NameOf): Queryable {
  return queryableBy(senderOn(client, nameOf))
}

function queryableBy(send: Send): Queryable {
  return {
    query: async <T>(text: string, values?: readonly unknown[], reading?: Reading<T>) =>
      (await send(text, values, reading)).rows as T[],
    run: async (text, values) => (await send(text, values)).rowCount ?? 0,
  }
}

function senderOn(client: pg.ClientBase, nameOf: NameOf): Send {
  return async (text, values = [], reading) => {
    const name = nameOf(text)
    if (name !== undefined) return sendNamed(client, { name, text, values }, reading)
    const { rows, rowCount } = await client.query<Row>(text, values as unknown[])
    return { rows: reading ? rows.map(reading.keep) : rows, rowCount }
  }
}

function sendNamed(client: pg.ClientBase, named: Named, reading: Reading<unknown> | undefined): Promise<Answer> {
  const answer = new Promise<Answer>((resolve, reject) => {
    const statement = new NamedStatement(named, reading, (error, result) => {
      if (error) reject(error)
      else if (named.behind && statement.done_behind !== 'COMMIT') reject(new Error(ROLLED_BACK))
      else resolve({ rows: statement.found, rowCount: result.rowCount })
    })
    client.query(statement)
  })
  return answer.catch(error => {
    // As the driver does it for its own: the trace leads to who sent the statement.
    Error.captureStackTrace(error)
    throw error
  })
}

/**
 * PostgreSQL replies ROLLBACK to the COMMIT of a failed transaction: work that swallowed an error must not pass for
 * stored.
 */
const ROLLED_BACK = 'the transaction was rolled back because a statement in it had failed'

interface OpenTransaction {
  tx: Tx
  /** Commits, unless the last statement has done so. */
  commit(): Promise<void>
  isBegun(): boolean
  /** Whether the loss of the connection means that nothing was stored. */
  isUndone(): boolean
}

/**
 * Returns a transaction that begins in one round trip with its first statement, and may end in one with its last: each
 * has two processes switched, which costs more than most statements do. A connection has to have prepared `begin` and
 * `commit` for that, so its first transaction sends them by themselves.
 */
export function openTransaction(client: pg.ClientBase, begin: string, nameOf: NameOf): OpenTransaction {
  const sendAlone = senderOn(client, nameOf)
  const prepared = (text: string): string | undefined => {
    const name = nameOf(text)
    return name !== undefined && NamedStatement.isPrepared(client, name) ? name : undefined
  }
  const control = (text: string) => client.query({ text, name: nameOf(text) } as pg.QueryConfig)
  /** Whether the first statement was run; what comes after it waits for that. */
  let first: Promise<boolean> | undefined
  let is_last = false
  let is_over = false
  let end: 'open' | 'asked' | 'committed' = 'open'

  const sendAround: Send = async (text, values = [], reading) => {
    const name = nameOf(text)
    const ahead = first ? undefined : prepared(begin)
    const behind = is_last ? prepared(COMMIT) : undefined
    if (!first && (!ahead || name === undefined)) await control(begin)
    if (name === undefined || (!ahead && !behind)) return sendAlone(text, values, reading)
    if (behind) end = 'asked'
    const answer = await sendNamed(client, { name, text, values, ahead, behind }, reading)
    if (behind) end = 'committed'
    return answer
  }
  const send: Send = async (text, values, reading) => {
    if (is_over) throw new Error('a transaction was sent a statement after its last one')
    is_over = is_last
    if (first && !(await first)) throw new Error(ROLLED_BACK)
    const sent = sendAround(text, values, reading)
    first ??= sent.then(
      () => true,
      () => false,
    )
    return sent
  }
  const tx: Tx = {
    kind: 'tx',
    ...queryableBy(send),
    endWithNext() {
      is_last = true
      return tx
    },
  }
  return {
    tx,
    async commit() {
      if (!first || end === 'committed') return
      end = 'asked'
      const { command } = await control(COMMIT)
      if (command !== COMMIT.toUpperCase()) throw new Error(ROLLED_BACK)
    },
    isBegun: () => first !== undefined,
    isUndone: () => end === 'open',
  }
}

const COMMIT = 'commit'
