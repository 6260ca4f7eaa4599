import type { ReadCard, TerminalAction } from '../../../ports/terminal.ts'

/** Types of transaction as the device knows them. */
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

/** Results that end an order well or by the issuer's word; every other one is trouble. */
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

/** The issuer, or the device in its place, said yes. */
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

/** How the cardholder was verified, in words, as receipts say it. */
export function cvmText(cvm: string): string {
  return CVM_TEXTS[cvm] ?? cvm
}
