/** What the doctor looks at. Never: a change. */

/** `bad` has to be mended, `look` may be meant so. */
export interface Finding {
  is: 'good' | 'look' | 'bad'
  says: string
}

export const good = (says: string): Finding => ({ is: 'good', says })
export const look = (says: string): Finding => ({ is: 'look', says })
export const bad = (says: string): Finding => ({ is: 'bad', says })
