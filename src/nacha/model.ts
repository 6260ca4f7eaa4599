import type { SecCode } from './sec-codes.ts'

/**
 * A file of ACH entries. Controls (counts, hashes, totals, blocks), addenda indicators and fill are not part of it:
 * the writer computes them, the reader compares them. Texts are without padding.
 */
export interface NachaFile {
  header: FileHeader
  batches: Batch[]
}

/** Record 1. */
export interface FileHeader {
  /** Positions 4-13: who receives the file; nine digits of a routing number, or up to ten characters. */
  immediate_destination: string
  /** Positions 14-23: who sends it. */
  immediate_origin: string
  /** Positions 24-29, `YYYY-MM-DD`; the format knows the years 2000 to 2099. */
  created_date: string
  /** Positions 30-33, `HHMM` or empty. */
  created_time: string
  /** Position 34: tells files of one day apart, A-Z or 0-9; empty in some banks' files. */
  modifier: string
  /** Positions 41-63. */
  destination_name: string
  /** Positions 64-86. */
  origin_name: string
  /** Positions 87-94. */
  reference: string
}

/** Records 5 to 8. */
export interface Batch {
  header: BatchHeader
  entries: Entry[]
  /**
   * Positions 55-73 of record 8: a message authentication code, or of an ADV batch (61-79) the operator's data; empty
   * mostly.
   */
  authentication: string
}

/** 200 debits and credits, 220 credits, 225 debits, 280 advices of the operator (ADV). */
type ServiceClass = 200 | 220 | 225 | 280

/** Record 5. */
export interface BatchHeader {
  /** Positions 2-4. */
  service_class: ServiceClass
  /**
   * Positions 5-20: the originator as the receiver knows it. Of international batches the indicator, `IATCOR` or empty.
   */
  company_name: string
  /**
   * Positions 21-40, free. Of international batches the terms of exchange and the currencies are in `international`.
   */
  discretionary: string
  /** Positions 41-50, at most ten characters. */
  company_id: string
  /** Positions 51-53. */
  sec: SecCode
  /** Positions 54-63: shown to the receiver: `PURCHASE`, `REVERSAL`, `RETRY PYMT`, `ACCTVERIFY`. */
  entry_description: string
  /** Positions 64-69: any text; `SDhhmm` asks for a same-day settlement. */
  descriptive_date: string
  /** Positions 70-75, `YYYY-MM-DD`; null in returns and notifications, which may leave it out. */
  effective_date: string | null
  /** Positions 76-78: the day of the year of settlement, filled in by the operator; empty when sent. */
  settlement_day: string
  /** Position 79: 0 the operator, 1 a bank, 2 the federal government. */
  originator_status: number
  /** Positions 80-87: the first eight digits of the originating bank's routing number. */
  odfi: string
  /** Positions 88-94: 0 to 9999999, ascending in a file. */
  number: number
  /** Present exactly in international batches. */
  international?: InternationalTerms
}

/** The fields of record 5 of an international batch (IAT, and COR with `IATCOR`) in positions 21-40 and 64-69. */
interface InternationalTerms {
  /** 21-22: FV, VF or FF. */
  exchange: string
  /** 23. */
  reference_indicator: string
  /** 24-38. */
  reference: string
  /** 39-40. */
  destination_country: string
  /** 64-66. */
  from_currency: string
  /** 67-69. */
  to_currency: string
}

/** Record 6 and its records 7. */
export interface Entry {
  /** Positions 2-3, such as 27: a debit of a checking account. */
  transaction_code: number
  /** Positions 4-12: the receiving bank's routing number, check digit included. */
  routing: string
  /** Positions 13-29; of international entries 40-74. */
  account: string
  /** Positions 30-39, cents; of an advice 28-39. */
  amount: bigint
  /** Positions 40-54; of POP entries the check's serial number, its city and state. Empty in international entries. */
  individual_id: string
  /**
   * Positions 55-76; of CTX, ATX and TRX entries four digits that count the addenda come first. Empty in international
   * entries.
   */
  name: string
  /** Positions 77-78; of WEB and TEL entries the payment type: S single, R recurring. */
  discretionary: string
  /**
   * Positions 80-94: the originating bank's eight digits and seven of its own, ascending in a batch. Empty in advices.
   */
  trace: string
  addenda: Addenda[]
  /** Present exactly in international batches. */
  international?: InternationalEntry
  /** Present exactly in batches of advices (ADV). */
  advice?: Advice
}

interface InternationalEntry {
  /** Positions 13-16 as they were sent. */
  addenda_count: number
  /** 77. */
  gateway_screening: string
  /** 78. */
  secondary_screening: string
}

interface Advice {
  /** Positions 40-48. */
  advice_routing: string
  /** 49-53. */
  file_identification: string
  /** 54. */
  operator_data: string
  /** 80-87. */
  operator_routing: string
  /** 88-90. */
  julian_day: number
  /** 91-94. */
  sequence: number
}

export type Addenda = PaymentAddenda | TerminalAddenda | ChangeAddenda | ReturnAddenda | InternationalAddenda

/** Record 7, type 05: payment information. Its sequence numbers follow from its position. */
interface PaymentAddenda {
  type: '05'
  /** Positions 4-83. */
  info: string
}

/** Record 7, type 02: the terminal of a POS, SHR or MTE entry. Its trace number is the entry's. */
export interface TerminalAddenda {
  type: '02'
  /** 4-10. */
  reference_1: string
  /** 11-13. */
  reference_2: string
  /** 14-19. */
  terminal_id: string
  /** 20-25. */
  serial_number: string
  /** 26-29, month and day. */
  date: string
  /** 30-35. */
  authorization: string
  /** 36-62. */
  location: string
  /** 63-77. */
  city: string
  /** 78-79. */
  state: string
}

/** Record 7, type 98: a notification of change. */
export interface ChangeAddenda {
  type: '98'
  /** 4-6: C01 to C14; a refused one has C61 to C69. */
  code: string
  /** 7-21: the trace number of the entry it is about. */
  original_trace: string
  /** 28-35: where that entry went, eight digits. */
  original_rdfi: string
  /** 36-64. */
  corrected_data: string
  /** 65-79: of a refused notification the code that was refused and its sequence; else empty. */
  refused: string
  /** 80-94. */
  trace: string
}

/** Record 7, type 99: a return; R61 to R70 dishonor one, R71 to R77 contest that. */
export interface ReturnAddenda {
  type: '99'
  /** 4-6. */
  code: string
  /** 7-21: the trace number of the entry it is about. */
  original_trace: string
  /** 22-27: the date of death (`YYMMDD`) with R14 and R15, of a contested return the date of the first; else empty. */
  date: string
  /** 28-35: where that entry went, eight digits. */
  original_rdfi: string
  /** 36-79: words; of dishonored and contested returns the numbers of the return it is about. */
  info: string
  /** 80-94. */
  trace: string
}

/** Record 7, types 10 to 18, of an international entry. */
export interface InternationalAddenda {
  type: '10' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18'
  /** Positions 4-83, as they are. */
  content: string
}
