/** Returns the one of these names that a misspelt one most likely means; null where none is near enough. */
export function similarName(given: string, names: readonly string[]): string | null {
  if (given.length > LONGEST || names.includes(given)) return null
  const plain = plainOf(given)
  const nearest = { name: null as string | null, faults: Number.POSITIVE_INFINITY }
  for (const name of names) {
    const faults = distance(plain, plainOf(name), allowed(plain))
    if (faults < nearest.faults) Object.assign(nearest, { name, faults })
  }
  if (nearest.faults <= allowed(plain)) return nearest.name
  return USUAL.get(plain)?.find(name => names.includes(name)) ?? soleOf(names.filter(name => goesOn(name, given)))
}

const LONGEST = 64

/** What other payment APIs call what has another name here. */
const USUAL = new Map<string, readonly string[]>(
  Object.entries({
    amount: ['transaction_amount', 'amount_due'],
    cardnumber: ['account_number'],
    number: ['account_number'],
    pan: ['account_number'],
    expiry: ['exp_date'],
    expiration: ['exp_date'],
    expirationdate: ['exp_date'],
    cvc: ['cvv'],
    type: ['action'],
    routingnumber: ['routing'],
    webhookurl: ['url'],
  }),
)

/** `lastName` and `last-name` are `last_name` written by another habit. */
function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function allowed(plain: string): number {
  return plain.length <= 3 ? 0 : plain.length <= 7 ? 1 : 2
}

/** `location` for `location_id`. */
function goesOn(name: string, given: string): boolean {
  return given.length > 3 && name.startsWith(`${given.toLowerCase()}_`)
}

function soleOf(names: readonly string[]): string | null {
  return names.length === 1 ? names[0]! : null
}

/** Insertions, deletions, replacements and swaps of neighbours between two names; beyond `most` any larger number. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[other.length]!
}
