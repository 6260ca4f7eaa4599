import pg from 'pg'

/** Returns the list of all statements that this process sends from now on, as texts. */
export function sentStatements(): string[] {
  const sent: string[] = []
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args
    sent.push(typeof statement === 'string' ? statement : (statement as { text: string }).text)
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  return sent
}
