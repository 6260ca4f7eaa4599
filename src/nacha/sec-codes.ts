/** The rules of a Standard Entry Class. */
interface SecRules {
  /** Direction of its forward entries. */
  flow: 'both' | 'debit' | 'credit' | 'none'
  /** Maximum number of addenda records of type 05 per entry. */
  addenda: number
  /** The receiver's name is required. */
  named: boolean
  /** An addenda record of type 02 is required. */
  terminal?: true
  /** The name begins with the number of addenda records. */
  counted?: true
  /** The amount must be above zero, unless the transaction code says otherwise. */
  money?: true
  /** Maximum amount in cents. */
  most?: bigint
}

const ANY_NUMBER = 9999

const SEC_RULES = {
  ACK: { flow: 'none', addenda: 1, named: false },
  ADV: { flow: 'both', addenda: 0, named: false },
  ARC: { flow: 'debit', addenda: 0, named: false, most: 2_500_000n },
  ATX: { flow: 'none', addenda: ANY_NUMBER, named: false, counted: true },
  BOC: { flow: 'debit', addenda: 0, named: false, most: 2_500_000n },
  CCD: { flow: 'both', addenda: 1, named: true, money: true },
  CIE: { flow: 'credit', addenda: 1, named: true },
  COR: { flow: 'none', addenda: 0, named: false },
  CTX: { flow: 'both', addenda: ANY_NUMBER, named: true, counted: true },
  DNE: { flow: 'none', addenda: 1, named: true },
  ENR: { flow: 'none', addenda: ANY_NUMBER, named: true },
  IAT: { flow: 'both', addenda: 0, named: false },
  MTE: { flow: 'both', addenda: 0, named: true, terminal: true },
  POP: { flow: 'debit', addenda: 0, named: false, most: 2_500_000n },
  POS: { flow: 'both', addenda: 0, named: false, terminal: true },
  PPD: { flow: 'both', addenda: 1, named: true, money: true },
  RCK: { flow: 'debit', addenda: 0, named: true, most: 250_000n },
  SHR: { flow: 'both', addenda: 0, named: false, terminal: true },
  TEL: { flow: 'debit', addenda: 0, named: true, money: true },
  TRC: { flow: 'debit', addenda: 0, named: false },
  TRX: { flow: 'debit', addenda: ANY_NUMBER, named: false, counted: true },
  WEB: { flow: 'both', addenda: 1, named: true, money: true },
  XCK: { flow: 'debit', addenda: 0, named: false, most: 250_000n },
} as const satisfies Record<string, SecRules>

/** The Standard Entry Class codes this module supports. */
export type SecCode = keyof typeof SEC_RULES

export function isSecCode(text: string): text is SecCode {
  return Object.hasOwn(SEC_RULES, text)
}

export function secRules(code: SecCode): SecRules {
  return SEC_RULES[code]
}
