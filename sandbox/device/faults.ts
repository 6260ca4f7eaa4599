import { type FaultDescription, parseFaultWords } from '../sidecar/fault-words.ts'

/** Faults that can be armed for a device's next command, for tests and integrators. */
export const faults = {
  silent: { says: 'The command is neither acknowledged nor carried out; nothing is said at all.' },
  drop_before: { says: 'The line is cut before the command is acknowledged; it is not carried out.' },
  drop_taken: { says: 'The command is acknowledged and carried out, and the line is cut at once.' },
  drop_after: { says: 'The command is carried out, then the line is cut instead of the answer.' },
  garbage: { says: 'The command is carried out; every answer to it is noise.' },
  bad_checksum: { says: 'The first answer has a wrong checksum; said again, it is right.' },
  nak: { says: 'The command is not understood the first time; sent again, it is taken.' },
  slow: { number: 'MS', says: 'The answer comes so many milliseconds later.' },
  hide: { number: 'N', says: 'The next so many connections after the command are refused.' },
  die_before: { says: 'The device dies when the card has been read, before the processor was asked.' },
  die_after: { says: 'The device dies when the processor has answered, before that is written down.' },
} as const satisfies Record<string, FaultDescription>

export type Fault = keyof typeof faults

/** The faults of the next command only. */
export interface ArmedFaults {
  /** Arms faults. Returns false for an unknown one. */
  expect(text: unknown): boolean
  take(): ReadonlyMap<Fault, number>
  /** Returns whether the current command has this fault. */
  has(name: Fault): boolean
  /** Returns whether this connection is refused, and counts it. */
  isHidden(): boolean
  over(): void
}

const NONE: ReadonlyMap<Fault, number> = new Map()

export function armedFaults(): ArmedFaults {
  let next: ReadonlyMap<Fault, number> | null = null
  let present = NONE
  let hidden = 0
  return {
    expect(text) {
      next = parseFaultWords(faults, String(text))
      return next !== null
    },
    take() {
      present = next ?? NONE
      next = null
      hidden = Math.max(hidden, present.get('hide') ?? 0)
      return present
    },
    has: name => present.has(name),
    isHidden() {
      hidden -= 1
      return hidden >= 0
    },
    over() {
      present = NONE
    },
  }
}
