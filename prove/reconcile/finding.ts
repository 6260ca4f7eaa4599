/** What does not fit together, one sort of witness in each file. Here: comparing what was written down. Never: asking the gateway's own code. */

/** `lost`: somebody was told of it and it is not there. `duplicate`: it is there twice. `mismatch`: two witnesses say different things. */
export interface Finding {
  kind: 'mismatch' | 'duplicate' | 'lost'
  /** Whose words were compared: `gateway and processor`. */
  between: string
  /** A line a person can follow: the record, what one says, what the other says. */
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
