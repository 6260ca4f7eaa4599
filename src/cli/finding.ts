/** `bad` has to be repaired, `missing` has to be done before real money is taken; `look` may be intended. */
export interface Finding {
  level: 'good' | 'look' | 'missing' | 'bad'
  text: string
}

export const MARK = { good: 'ok  ', look: 'look', missing: 'missing', bad: 'BAD ' } as const

export const good = (text: string): Finding => ({ level: 'good', text })
export const look = (text: string): Finding => ({ level: 'look', text })
export const missing = (text: string): Finding => ({ level: 'missing', text })
export const bad = (text: string): Finding => ({ level: 'bad', text })
