import pg from 'pg'

const PAUSE_MS = 1_000

/**
 * Listens on a channel over a connection of its own, and again over a new one when it breaks. What is said in between is not heard, so
 * a notification is a hint only: whoever needs to know looks at the rows now and then. Returns how to stop.
 */
export function listen(url: string, channel: string, heard: (payload: string) => void): () => void {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const again = (): void => {
    if (stopped) return
    timer = setTimeout(connect, PAUSE_MS)
    timer.unref()
  }
  const connect = (): void => {
    const own = new pg.Client({ connectionString: url, application_name: 'tollgate listen', keepAlive: true })
    client = own
    own.on('error', () => {})
    own.once('end', again)
    own.on('notification', ({ payload }) => heard(payload ?? ''))
    own
      .connect()
      .then(() => own.query(`listen ${pg.escapeIdentifier(channel)}`))
      .catch(() => own.end().catch(() => {}))
  }
  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    void client?.end().catch(() => {})
  }
}
