/** A fault's description, and the unit of the number after its colon, if it has one. */
export interface FaultDescription {
  number?: 'MS' | 'N'
  says: string
}

/**
 * Parses faults separated by commas (`drop_after,hide:2`) into a map from fault to number, 0 where it has none. Null
 * when a fault is unknown or its number does not fit.
 */
export function parseFaultWords<F extends string>(
  table: Readonly<Record<F, FaultDescription>>,
  text: string,
): Map<F, number> | null {
  const found = new Map<F, number>()
  for (const part of text.split(',')) {
    const [, name = '', number] = /^([a-z_]+)(?::(\d{1,6}))?$/.exec(part.trim()) ?? []
    if (!Object.hasOwn(table, name)) return null
    if ((table[name as F].number === undefined) !== (number === undefined)) return null
    found.set(name as F, Number(number ?? 0))
  }
  return found
}

/** Returns a fault as it is written: `late:MS`. */
export function faultWord(name: string, { number }: FaultDescription): string {
  return number ? `${name}:${number}` : name
}
