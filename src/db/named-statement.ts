import pg from 'pg'
import { remembered } from '../lib/remembered.ts'
import { emptyRecord } from '../lib/wide-records.ts'
import { columnTypes } from './column-types.ts'
import type { Reading, Row } from './database.ts'

/** Rows that are read in one turn of the event loop: half a millisecond of wide ones. */
const PORTION = 25
/** Rows for which a second question to the server is not worth its while. */
const ONE_PORTION = 50

/** What the driver has and calls on a query; its types leave it out. */
interface DriverQuery {
  name: string
  /** Rows of a portion; 0 where all come at once. */
  rows: number
  prepare(connection: pg.Connection): void
  _getRows(connection: pg.Connection, rows: number): void
  handlePortalSuspended(connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
  handleCommandComplete(message: { text: string }, connection: pg.Connection): void
  handleError(error: unknown, connection: pg.Connection): void
}

type Answered = (error: Error | null, result: { rowCount: number | null }) => void

/** What it is given as an object it copies by the descriptors of its properties; a text is taken as it is. */
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  done: Answered,
) => DriverQuery & pg.Query

/** A statement. PostgreSQL skips what comes after one that fails. */
export interface Named {
  name: string
  text: string
  values: readonly unknown[]
  /** What is run ahead of it and behind it, in the same round trip, by names that the connection has prepared. */
  ahead?: string | undefined
  behind?: string | undefined
}

/** What the driver knows of the statements that a connection has prepared. */
interface Prepared extends pg.Connection {
  parsedStatements: Readonly<Record<string, string>>
}

/** The columns of an answer, and how the text of each becomes a value. */
interface Shape {
  names: readonly string[]
  parsers: readonly ((text: string) => unknown)[]
  empty: Row
}

interface Known {
  /** By the name of the statement. */
  shapes: Map<string, Shape>
  /** The same connection, which does not ask for the columns of what is run. */
  quiet: pg.Connection
}

/** Connections have the same statements. */
const shapes = new Map<string, Shape>()

/**
 * A statement that each connection prepares once. The columns of its answer are asked for the first time only: the
 * driver asks each time, which is a quarter of what reading a record costs. PostgreSQL refuses to run a prepared
 * statement whose columns have changed since, so they cannot be others.
 */
export class NamedStatement extends DriverQuery {
  readonly found: unknown[] = []
  readonly #reading: Reading<unknown> | undefined
  #known: Known | undefined
  #shape: Shape | undefined
  #failure: unknown
  readonly #ahead: string | undefined
  readonly #behind: string | undefined
  /** Of how many statements the end is still to come before that of this one. */
  #ends_ahead: number
  #is_done = false
  /** How PostgreSQL calls what it did behind the statement. */
  done_behind: string | null = null

  constructor({ name, text, values, ahead, behind }: Named, reading: Reading<unknown> | undefined, done: Answered) {
    super(text, values, done)
    this.name = name
    this.rows = reading && reading.most > ONE_PORTION && !behind ? PORTION : 0
    this.#reading = reading
    this.#ahead = ahead
    this.#behind = behind
    this.#ends_ahead = ahead ? 1 : 0
  }

  static isPrepared(client: pg.ClientBase, name: string): boolean {
    const { connection } = client as unknown as { connection: Prepared }
    return connection.parsedStatements[name] !== undefined
  }

  override prepare(connection: pg.Connection): void {
    this.#known = knownOf(connection)
    this.#shape = this.#known.shapes.get(this.name)
    if (this.#ahead) run(connection, this.#ahead)
    super.prepare(this.#shape ? this.#known.quiet : connection)
  }

  override _getRows(connection: pg.Connection, rows: number): void {
    if (this.#behind) {
      connection.execute(null, true)
      run(connection, this.#behind)
      connection.sync()
    } else super._getRows(connection, rows)
  }

  override handleCommandComplete(message: { text: string }, connection: pg.Connection): void {
    if (this.#ends_ahead > 0) this.#ends_ahead -= 1
    else if (this.#is_done) this.done_behind = message.text
    else {
      this.#is_done = true
      super.handleCommandComplete(message, connection)
    }
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#shape = shapeOf(fields)
    this.#known!.shapes.set(this.name, this.#shape)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failure) return
    const { names, parsers, empty } = this.#shape!
    const row = { ...empty }
    try {
      for (let index = 0; index < fields.length; index += 1) {
        const text = fields[index]!
        if (text !== null) row[names[index]!] = parsers[index]!(text)
      }
      this.found.push(this.#reading ? this.#reading.keep(row) : row)
    } catch (error) {
      this.#failure = error
    }
  }

  override handlePortalSuspended(connection: pg.Connection): void {
    if (this.#failure) return void connection.sync()
    // The driver sends two messages: together they are one packet.
    connection.stream.cork()
    super.handlePortalSuspended(connection)
    connection.stream.uncork()
  }

  override handleError(error: unknown, connection: pg.Connection): void {
    // Of a statement that is read by portions the driver has not said yet that it ends.
    if (this.rows > 0 && error instanceof pg.DatabaseError) connection.sync()
    super.handleError(error, connection)
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    if (this.#failure) super.handleError(this.#failure, connection)
    else super.handleReadyForQuery(connection)
  }
}

/** Runs what the connection has prepared by this name. */
function run(connection: pg.Connection, name: string): void {
  connection.bind({ statement: name }, true)
  connection.execute(null, true)
}

const knownOf = remembered((connection: pg.Connection): Known => {
  const quiet = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection
  return { shapes: new Map(), quiet }
})

function shapeOf(fields: readonly pg.FieldDef[]): Shape {
  const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  const found = shapes.get(key)
  if (found) return found
  const names = fields.map(({ name }) => name)
  const made = {
    names,
    parsers: fields.map(({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID, 'text')),
    empty: emptyRecord(names),
  }
  shapes.set(key, made)
  return made
}
