/** The account that the magnetic line at the foot of a check names. */
export interface CheckAccount {
  routing: string
  account_number: string
  /** Null where the line has none. */
  check_number: string | null
}

/** `T211287447T 234565432678O 4567`: T encloses the routing number, O ends the account. Some begin with the number. */
const LINE = /^(?:O(?<business>\d{1,15})O)?T(?<routing>\d{9})T(?<account>[\d-]{4,22})O(?<check>\d{1,15})?$/i

/** Returns what a reader of checks sends, in letters or in the signs of the line (⑆ transit, ⑈ on-us); else null. */
export function parseMicrLine(text: string): CheckAccount | null {
  const line = text.replaceAll('⑆', 'T').replaceAll('⑈', 'O').replaceAll(/\s/g, '')
  const { business, routing, account, check } = LINE.exec(line)?.groups ?? {}
  const account_number = account?.replaceAll('-', '') ?? ''
  if (!routing || account_number.length < 4 || account_number.length > 19) return null
  return { routing, account_number, check_number: check ?? business ?? null }
}
