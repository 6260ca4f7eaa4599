import type { ReadCard, TerminalAction } from '../../../ports/terminal.ts'

/** Transaction types of the protocol. */
export const TYPE: Readonly<Record<TerminalAction | 'tokenize', string>> = {
  sale: '01',
  refund: '02',
  authonly: '03',
  authcomplete: '04',
  force: '05',
  tipadjust: '06',
  void: '16',
  avsonly: '24',
  tokenize: '32',
}

/** Results with a meaning of their own; every other one is an error. */
export const RESULT = {
  ok: '000000',
  approved_offline: '000001',
  partly_approved: '000002',
  no_surcharge: '000003',
  declined: '000100',
  timeout: '100001',
  aborted: '100002',
  unsupported: '100004',
  not_found: '100023',
} as const

/** True when the issuer, or the device in its place, approved. */
export function isApproval(result: string): boolean {
  return (['000000', '000001', '000002', '000003'] as string[]).includes(result)
}

type EntryMode = ReadCard['entry_mode_id']

const ENTRY_MODES: readonly EntryMode[] = ['K', 'S', 'P', 'B', 'C', 'F']

/** 0 keyed, 1 swiped, 2 contactless, 3 scanned, 4 chip, 5 chip that had to be swiped. */
export function entryModeOf(code: string | undefined): EntryMode | null {
  return code && /^[0-5]$/.test(code) ? (ENTRY_MODES[Number(code)] ?? null) : null
}

export function entryModeCode(mode: EntryMode): string {
  return String(ENTRY_MODES.indexOf(mode))
}

const CARD_TYPES: Readonly<Record<string, string>> = {
  '01': 'visa',
  '02': 'mc',
  '03': 'amex',
  '04': 'disc',
  '05': 'diners',
  '07': 'jcb',
}

export function brandOf(card_type: string | undefined): string | null {
  return CARD_TYPES[(card_type ?? '').padStart(2, '0')] ?? null
}

export function cardTypeOf(brand: string | null): string {
  return Object.entries(CARD_TYPES).find(([, known]) => known === brand)?.[0] ?? '99'
}

const CVM_TEXTS: Readonly<Record<string, string>> = {
  '0': 'No CVM',
  '1': 'Pin Verified',
  '2': 'Pin Verified',
  '3': 'Pin Verified',
  '4': 'Pin Verified',
  '5': 'Pin Verified',
  '6': 'Signature',
  '7': 'No CVM',
}

/** Returns the text of receipts for a cardholder verification method. */
export function cvmText(cvm: string): string {
  return CVM_TEXTS[cvm] ?? cvm
}

/** Contract reasons by `code text` of the host; the text separates reasons that share a code. */
const BY_WORDS: Readonly<Record<string, number>> = {
  '05 DENY': 1500,
  '91 TIMEOUT': 1500,
  '01 CALL': 1510,
  '04 PKUP': 1520,
  '19 RETRY': 1530,
  '03 SETUP': 1540,
  '05 GENERICFAIL': 1601,
  '02 CALL': 1602,
  '91 NOREPLY': 1603,
  '04 PICKUP_NOFRAUD': 1604,
  '07 PICKUP_FRAUD': 1605,
  '41 PICKUP_LOST': 1606,
  '43 PICKUP_STOLEN': 1607,
  '14 ACCTERROR': 1608,
  '79 ALREADY_REVERSED': 1609,
  '55 BAD_PIN': 1610,
  'N4 CASHBACK_EXCEEDED': 1611,
  'N3 CASHBACK_NOAVAIL': 1612,
  '82 CID_ERROR': 1613,
  '80 DATE_ERROR': 1614,
  '05 DO NOT HONOR': 1615,
  '51 INSUFFICIENT_FUNDS': 1616,
  '61 EXCEED_WITHDRAWAL_LIMIT': 1617,
  '62 INVALID_SERVICE_CODE': 1618,
  '65 EXCEED_ACTIVITY_LIMIT': 1619,
  '93 VIOLATION': 1620,
  '81 ENCRYPTION_ERROR': 1621,
  '54 CARD_EXPIRED': 1622,
  '19 REENTER': 1623,
  '63 SECURITY_VIOLATION': 1624,
  '62 NOT_PERMITTED_CARD': 1625,
  '57 NOT_PERMITTED_TRAN': 1626,
  '96 SYSTEM_ERROR': 1627,
  '03 BAD_MERCH_ID': 1628,
  '94 DUPLICATE_BATCH': 1629,
  '78 ACCOUNT_CLOSED': 1631,
  '05 AVS DECLINE': 1655,
  '10 PARTIAL AUTH REVERSED': 1657,
  '13 AUTHINCREMENT DECLINED': 1661,
  '13 AMOUNT ERROR': 1666,
  '12 ACTION NOT ALLOWED IN CURRENT STATE': 1667,
  '12 ORIGINAL AUTHORIZATION NOT VALID': 1668,
}

/** Host codes with a generic text, by the card networks' usual meaning. */
const BY_CODE: readonly [codes: string, reason: number][] = [
  ['01 02', 1510],
  ['03 92', 1628],
  ['04 07 41 43', 1520],
  ['05 06 93', 1500],
  ['10', 1657],
  ['12 76 77 80 N3', 1626],
  ['13 15 21 52 53', 1599],
  ['14 39 78 EA EB EC', 1608],
  ['19', 1530],
  ['28 91', 1603],
  ['51', 1616],
  ['54', 1622],
  ['55', 1610],
  ['57', 1618],
  ['58', 1518],
  ['61 62 65', 1500],
  ['75', 1624],
  ['79', 1609],
  ['81 83 86', 1621],
  ['82 N7', 1800],
  ['94', 1801],
  ['96', 1627],
  ['CV', 1625],
  ['R0 R1', 1803],
]

/** Returns the reason of a decline; the generic one when it is unknown. */
export function declineReason(code: string, text: string): number {
  const known = BY_WORDS[`${code} ${text.toUpperCase()}`]
  return known ?? BY_CODE.find(([codes]) => codes.split(' ').includes(code))?.[1] ?? 1500
}
