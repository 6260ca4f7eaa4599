/** Faults a device can be told to have with its next command, so that tests and integrators see what a gateway makes of them. */
const faults = {
  silent: 'The command is neither acknowledged nor carried out; nothing is said at all.',
  drop_before: 'The line is cut before the command is acknowledged; it is not carried out.',
  drop_taken: 'The command is acknowledged and carried out, and the line is cut at once.',
  drop_after: 'The command is carried out, then the line is cut instead of the answer.',
  garbage: 'The command is carried out; every answer to it is noise.',
  bad_checksum: 'The first answer has a wrong checksum; said again, it is right.',
  nak: 'The command is not understood the first time; sent again, it is taken.',
  slow: 'slow:MS: the answer comes so many milliseconds later.',
  die_before: 'The device dies when the card has been read, before the processor was asked.',
  die_after: 'The device dies when the processor has answered, before that is written down.',
} as const

export type Fault = keyof typeof faults

/** The fault a word names, with its number; null for a word that names none. */
function parseFault(text: unknown): { fault: Fault; number: number } | null {
  const [, name = '', number = '0'] = /^([a-z_]+)(?::(\d{1,6}))?$/.exec(String(text)) ?? []
  return Object.hasOwn(faults, name) ? { fault: name as Fault, number: Number(number) } : null
}

/** The fault a device has with its next command, and with that one alone. */
export interface Weakness {
  /** False for a word that is no fault. */
  expect(text: unknown): boolean
  take(): { fault: Fault; number: number } | null
  /** Whether the command that is carried out has this fault. */
  has(name: Fault): boolean
  over(): void
}

export function weakness(): Weakness {
  let next: { fault: Fault; number: number } | null = null
  let present: Fault | null = null
  return {
    expect(text) {
      next = parseFault(text)
      return next !== null
    },
    take() {
      const taken = next
      next = null
      present = taken?.fault ?? null
      return taken
    },
    has: name => present === name,
    over() {
      present = null
    },
  }
}
