import type { Processor, Statement } from '../../src/ports/processor.ts'

/** What stands between a gateway and its processor: files, lists and answers as a test bends them. */
export interface Bend {
  file(statement: Statement | null): Statement | null
  /** `real` is the processor of one account. */
  requests: ((since: number, until: number, real: Processor) => ReturnType<NonNullable<Processor['requests']>>) | null
  find: Processor['find'] | null
}

/** Returns a bend that leaves everything as it is, and the processor that shows what it makes of it. */
export function bentProcessor(): { bend: Bend; straighten(): void; processor(real: Processor): Processor } {
  const straight = (): Bend => ({ file: each => each, requests: null, find: null })
  const bend = straight()
  return {
    bend,
    straighten: () => void Object.assign(bend, straight()),
    processor: real => ({
      ...real,
      statement: async reference => bend.file(await real.statement!(reference)),
      requests: (since, until) => (bend.requests ? bend.requests(since, until, real) : real.requests!(since, until)),
      find: reference => (bend.find ?? real.find)(reference),
    }),
  }
}
