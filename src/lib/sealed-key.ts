interface Binding {
  location_id: string
  record_id: string
  field: string
}

interface Owner {
  id: string
  root_id: string
}

/** Binds a sealed key to its record and to the root of its tree: the location of a record may change. */
export function keyBinding({ id, root_id }: Owner, field: string): Binding {
  return { location_id: root_id, record_id: id, field }
}

/** Returns the columns that keep these keys: of a field of reach `key`, the seal and a keyed hash. */
export function sealedKeys<N extends string>(
  cipher: {
    seal(plain: string, binding: Binding): string
    fingerprint(purpose: string, value: string): string
  },
  owner: Owner,
  keys: Record<N, string>,
): Record<`${N}_${'sealed' | 'mark'}`, string> {
  const columns = Object.entries<string>(keys).flatMap(([name, key]) => [
    [`${name}_sealed`, cipher.seal(key, keyBinding(owner, name))],
    [`${name}_mark`, cipher.fingerprint(name, key)],
  ])
  return Object.fromEntries(columns)
}

interface Opener {
  open(sealed: string, binding: Binding): string
  fingerprints(purpose: string, value: string): string[]
}

/** Returns a key that a record keeps sealed. */
export function openKey<N extends string>(
  cipher: Pick<Opener, 'open'>,
  row: Owner & { [K in `${N}_sealed`]: string },
  name: N,
): string {
  const sealed: Readonly<Record<string, unknown>> = row
  return cipher.open(String(sealed[`${name}_sealed`]), keyBinding(row, name))
}

/** What callers who may see keys do with them. */
export interface KeyReader {
  open(row: Record<string, unknown>, name: string): string
  /** Returns what finds the records with one of these keys: a seal differs each time, so keyed hashes are compared. */
  filter(name: string): (column: string, text: string, scope: { param(value: unknown): string }) => string
}

export function keyReader(cipher: Opener): KeyReader {
  return {
    open: (row, name) => openKey(cipher, row as never, name),
    filter:
      name =>
      (_column, text, { param }) =>
        `"${name}_mark" = any(${param(text.split(',').flatMap(key => cipher.fingerprints(name, key)))})`,
  }
}
