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

/** Returns the columns that keep these keys. A field of reach `key` has its seal in `<name>_sealed`. */
export function sealedKeys<N extends string>(
  cipher: { seal(plain: string, binding: Binding): string },
  owner: Owner,
  keys: Record<N, string>,
): Record<`${N}_sealed`, string> {
  const sealed = Object.entries<string>(keys).map(([name, key]) => [
    `${name}_sealed`,
    cipher.seal(key, keyBinding(owner, name)),
  ])
  return Object.fromEntries(sealed)
}

/** Returns a key that a record keeps sealed. */
export function openKey<N extends string>(
  cipher: { open(sealed: string, binding: Binding): string },
  row: Owner & { [K in `${N}_sealed`]: string },
  name: N,
): string {
  const sealed: Readonly<Record<string, unknown>> = row
  return cipher.open(String(sealed[`${name}_sealed`]), keyBinding(row, name))
}
