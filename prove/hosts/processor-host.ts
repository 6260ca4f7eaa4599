import type { Random } from '../../conformance/fuzz/random.ts'
import type { Host, HostRequest } from '../../test/hosts/host.ts'

/** What a processor has recorded under a reference of ours, as it stands now. Money in minor units. */
export interface HostRecord {
  reference: string
  is_approved: boolean
  /** What moves, and what is held for a capture. */
  moved: number
  held: number
  /** The reference of what it gives back. */
  on: string | null
}

/** A request that asks for more than a look-up, as it was received. */
export interface HostOrder {
  reference: string
  /** What is asked for and of what: the same twice is the same request again. */
  asks: string
}

/** A real processor, with the host that speaks for it on this machine and everything it has in its books. */
export interface ProcessorHost {
  connector: string
  host: Host
  /** What an operator gives for an account here. */
  settings: Readonly<Record<string, string>>
  records(): HostRecord[]
  /** Returns what a request asks for under which reference; null for a look-up. */
  orderIn(request: HostRequest): HostOrder | null
  /** What issuers and people at the processor do now and then, before an order or a look-up. */
  stir(chance: Random, order: HostOrder | null): void
  /** What the processor does by itself every day: it settles, banks answer, reviews are decided. */
  endDay(chance: Random): void
}
