import pg from 'pg'

/** One process's share in an embedded server: a connection that holds the shared lock. */
export interface Attachment {
  /** Called once when the connection breaks. */
  onLost(listener: () => void): void
  /** Gives the share back and tells whether it was the last one. If so, the lock is now held alone and nobody can attach any more. */
  isLast(): Promise<boolean>
  ensureDatabase(name: string): Promise<void>
  end(): Promise<void>
}

/** Any fixed number, in the `postgres` database only: advisory locks do not reach across databases. */
const lockNumber = 7_155_002

/** Starting, stopping, recovering, or full: worth asking again. */
const passing = new Set(['57P01', '57P02', '57P03', '53300'])

/** Attaches to the server, or answers undefined when none is ready there or its last user is just shutting it down. */
export async function attach(url: string): Promise<Attachment | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tollgate home',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ shared: boolean }>('select pg_try_advisory_lock_shared($1) as shared', [
      lockNumber,
    ])
    if (rows[0]?.shared) return attachmentOn(client)
  } catch (error) {
    if (error instanceof pg.DatabaseError && !passing.has(error.code ?? '')) throw error
  }
  await client.end().catch(() => {})
  return undefined
}

function attachmentOn(client: pg.Client): Attachment {
  return {
    onLost: listener => client.once('end', listener),
    async isLast() {
      try {
        await client.query('select pg_advisory_unlock_shared($1)', [lockNumber])
        const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [lockNumber])
        return rows[0]?.last ?? false
      } catch {
        // The server is gone, and so is the need to stop it.
        return false
      }
    },
    async ensureDatabase(name) {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
      if (rowCount) return
      // Copying files is five times as fast as logging every page, and an empty server has nothing its checkpoints would hold up.
      await client.query(`create database ${pg.escapeIdentifier(name)} strategy file_copy`).catch(error => {
        // Another process made it in this moment: 42P04 seen by the check, 23505 by the index.
        if (error.code !== '42P04' && error.code !== '23505') throw error
      })
    },
    end: () => client.end().catch(() => {}),
  }
}
