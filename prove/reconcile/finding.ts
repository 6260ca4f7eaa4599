/** Compares what the parties have recorded, one pair of them in each file. Never: a call of the gateway's own code. */

/**
 * `lost`: it was acknowledged or sent and is not there. `duplicate`: it is there twice. `mismatch`: two records
 * disagree.
 */
export interface Finding {
  kind: 'mismatch' | 'duplicate' | 'lost'
  /** The parties that were compared: `gateway and processor`. */
  between: string
  /** One line for people: the record, what one party says, what the other says. */
  says: string
}

/** Findings of one comparison. */
export function findings(between: string) {
  const found: Finding[] = []
  const add = (kind: Finding['kind']) => (says: string) => void found.push({ kind, between, says })
  return { found, mismatch: add('mismatch'), duplicate: add('duplicate'), lost: add('lost') }
}

/** Minor units as people write them. */
export function shown(cents: number): string {
  return (cents / 100).toFixed(2)
}
