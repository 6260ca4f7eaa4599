import type { PaymentContext } from '../lifecycle/payment-context.ts'

/** Questions to processors that fall due, by the processor account they are asked at. */
interface AccountWork<T> {
  /** Returns the accounts at which something is due, the most urgent first. */
  accounts(): Promise<string[]>
  /** Leases at most so many of those that are due at an account. */
  take(account: string, most: number): Promise<T[]>
  /** Asks about one and returns whether that ended it; postpones it otherwise. */
  ask(one: T): Promise<boolean>
}

/** Asks at each processor account within slots of its own, so that one which hangs keeps no other waiting. */
export interface AccountSlots {
  /** Fills the slots of every account where something is due. Waits for no answer. */
  look(): Promise<void>
  /** Waits for everything that is being asked; returns how many questions were ended since the last call. */
  finish(): Promise<number>
  /** Begins nothing more, and waits for what is being asked. */
  stop(): Promise<void>
}

interface Slots {
  in_use: number
  is_claiming: boolean
  /** The last claim filled every slot. */
  is_more: boolean
}

/** Slots of this process. Several processes share the work by leases. */
export function accountSlots<T>(context: PaymentContext, { accounts, take, ask }: AccountWork<T>): AccountSlots {
  const { at_once } = context.retry_policy
  const known = new Map<string, Slots>()
  const asking = new Set<Promise<void>>()
  let ended = 0
  let is_stopping = false

  async function fill(account: string): Promise<void> {
    const slots = known.get(account) ?? { in_use: 0, is_claiming: false, is_more: false }
    known.set(account, slots)
    const room = at_once - slots.in_use
    if (room === 0 || slots.is_claiming || is_stopping) return
    slots.is_claiming = true
    try {
      if (!(await context.lines.canAsk(account))) return
      const taken = await take(account, room)
      slots.is_more = taken.length === room
      for (const one of taken) begin(account, slots, one)
    } finally {
      slots.is_claiming = false
    }
  }
  function begin(account: string, slots: Slots, one: T): void {
    slots.in_use += 1
    const question = answer(account, slots, one).catch(error =>
      context.log.error({ account, message: (error as Error).message }, 'a question was left open'),
    )
    asking.add(question)
    void question.then(() => asking.delete(question))
  }
  /** What was not ended leaves its slot to the next look, so that failures do not turn into a busy loop. */
  async function answer(account: string, slots: Slots, one: T): Promise<void> {
    const is_ended = await ask(one).finally(() => {
      slots.in_use -= 1
    })
    if (!is_ended) return
    ended += 1
    if (slots.is_more) await fill(account)
  }
  async function finish(): Promise<number> {
    while (asking.size > 0) await Promise.all(asking)
    const count = ended
    ended = 0
    return count
  }
  return {
    async look() {
      for (const account of await accounts()) await fill(account)
    },
    finish,
    async stop() {
      is_stopping = true
      await finish()
    },
  }
}
