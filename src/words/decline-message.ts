import type { Words } from './words.ts'

type Reason = keyof Words['declined']['reasons']

/**
 * What payers are told of a decline, by public reason code: what they can do about it. Of a card that was reported
 * stolen and the like they learn only that their bank declined it, as issuers want it.
 */
const REASONS: Partial<Record<Reason, readonly number[]>> = {
  account: [1608, 1623, 2103, 2104, 2113, 2128],
  address: [1655],
  amount: [1611, 1612, 1666, 2119],
  bank_account: [1660],
  card_cannot: [1518, 1618, 1625, 1626, 1701],
  closed: [1631, 2102, 2112],
  cvv: [1613, 1656, 1800],
  duplicate: [1801, 2124],
  expired: [1622],
  expiry: [1614],
  funds: [1616, 2101, 2109],
  limit: [1617],
  merchant: [
    ...[1004, 1540, 1541, 1588, 1609, 1621, 1628, 1629, 1630, 1640, 1650, 1653, 1654, 1658, 1661, 1662, 1663, 1664],
    ...[1665, 1667, 1668, 1802, 1803, 1804, 1805],
  ],
  partial: [1201, 1657, 1659],
  pin: [1610, 1632],
  too_often: [1619, 1651, 1652],
  try_again: [1005, 1530, 1531, 1603, 1627],
}

const BY_CODE = new Map(
  Object.entries(REASONS).flatMap(([reason, codes]) => codes.map(code => [code, reason as Reason] as const)),
)

/** Codes of bank returns; those that are not listed by themselves need the payer's bank. */
const BANK_RETURNS = { from: 2101, to: 2199 }

/** Returns what happened and what the payer can do, for every reason. */
export function declineMessage({ declined }: Words, reason_code_id: number | null): string {
  const code = reason_code_id ?? 0
  const otherwise = code >= BANK_RETURNS.from && code <= BANK_RETURNS.to ? 'bank_account' : 'bank'
  const said = declined.reasons[BY_CODE.get(code) ?? otherwise]
  return mayShow(code) ? `${said} ${declined.may_show}` : said
}

/** Payments that were reversed: no answer came in time, or address, code or a part of the amount was refused. */
const REVERSED: readonly (number | null)[] = [1531, 1655, 1656, 1657]

/** Whether the issuer may have approved a declined payment before it was taken back. */
export function mayShow(reason_code_id: number | null): boolean {
  return REVERSED.includes(reason_code_id)
}
