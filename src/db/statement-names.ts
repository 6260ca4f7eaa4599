import { createHash } from 'node:crypto'

/**
 * Names for prepared statements. A text keeps its name on every connection, so PostgreSQL parses and plans it once per connection.
 * Past `limit` distinct texts the answer is undefined (unnamed): statements built from changing parts must not fill the server's memory.
 */
export function statementNames(limit = 400): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return text => {
    const known = names.get(text)
    if (known !== undefined || names.size >= limit) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }
}
