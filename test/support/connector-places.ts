import { openFolder } from '../../src/adapters/odfi/index.ts'
import type { Connector } from '../../src/ports/processor.ts'
import { authorizenet } from '../../src/processors/authorizenet/index.ts'
import { referenceOf } from '../../src/processors/authorizenet/wire.ts'
import { NoAnswer, type ProcessorHttp, processorHttp } from '../../src/processors/http.ts'
import { stripe } from '../../src/processors/stripe/index.ts'
import { worldpayCnp } from '../../src/processors/worldpay-cnp/index.ts'
import { LONGEST_WINDOW } from '../hosts/authorizenet/book.ts'
import { LOGIN, openAuthorizeNet, SIGNATURE_KEY } from '../hosts/authorizenet/index.ts'
import type { Host, HostFault } from '../hosts/host.ts'
import { KEYS_KEPT, openStripeHost, WEBHOOK_SECRET } from '../hosts/stripe/index.ts'
import { DUPLICATES_FOUND } from '../hosts/worldpay-cnp/book.ts'
import { MERCHANT, worldpayHost } from '../hosts/worldpay-cnp/index.ts'

/** What a host's book has under one reference of ours, as it stands now. */
interface Movement {
  reference: string
  /** Minor units that move and that are held. */
  moved: number
  held: number
  /** The reference of what it gives back. */
  on: string | null
}

/** A real processor's connector, with its host on this machine. */
export interface Place {
  connect(http: ProcessorHttp): Connector
  host: Host
  settings: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
  /** A call that only asks; all others move money. */
  isLookUp(call: Call): boolean
  movements(): Movement[]
  /** What the processor does by itself once a day. */
  settle(): void
  /** What banks and people decide, where requests wait for it. */
  decide?(): void
  /** A void of a bank debit is a refund, which is pending until the bank has paid it. */
  voids_of_debits_wait?: true
  /** So many look-ups are told that the answer is not there yet; absent where that is never said. */
  keepUnderway?(looks: number): void
  /** A refund is given back only after its payment was settled. */
  refunds_settled_only?: true
  /** What it does not do, though the connector has the action. */
  lacks: readonly string[]
  /** Seconds for which the processor recognizes a repeated reference. After that it treats the request as new. */
  remembers: number
  /** The status of a bank payment that was just sent; 0 where the processor decides later. */
  bank_status: 131 | 0
}

type Call = Parameters<ProcessorHttp['call']>[0]

/**
 * What is wrong with the way to a processor. `wanders`: the request arrives only when the test says so. `twice`: it is
 * delivered twice, and answered the second time.
 */
export interface Trouble {
  fault: HostFault | 'refused' | 'wanders' | 'twice' | null
  /** From then on nothing can be asked. */
  is_blind?: boolean
  /** So many look-ups are told that the answer is not there yet. */
  underway?: number
}

/** A way to processors that fails as it is told to: once, with the next request that moves money. */
export interface TroubledWay extends ProcessorHttp {
  trouble: Trouble
  /** Delivers requests that were on their way all the time. */
  deliver(): Promise<void>
}

const NOWHERE = 'http://127.0.0.1:1/'
/** Milliseconds. */
const CALL_MS = 5_000

export function troubledWay({ host, isLookUp }: Pick<Place, 'host' | 'isLookUp'>): TroubledWay {
  const good = processorHttp({ allow_loopback: true, call_ms: CALL_MS })
  const wandering: Call[] = []
  let was_hit = false
  const way: TroubledWay = {
    get trouble() {
      return current
    },
    set trouble(trouble) {
      current = trouble
      was_hit = false
    },
    async call(call) {
      const { fault, is_blind } = current
      if (isLookUp(call)) {
        if (was_hit && is_blind) throw new NoAnswer('answer', 'host', new Error('blind'))
        return good.call(call)
      }
      if (was_hit || fault === null) return good.call(call)
      was_hit = true
      if (fault === 'refused') return good.call({ ...call, url: NOWHERE })
      if (fault === 'wanders') {
        wandering.push(call)
        throw new NoAnswer('answer', 'host', new Error('timed out'))
      }
      if (fault === 'twice') {
        await good.call(call)
        return good.call(call)
      }
      host.faults.push(fault)
      if (fault !== 'late') return good.call(call)
      // Given up once the host has carried it out, however long that takes here.
      const given_up = host.isLate().then(() => {
        throw new NoAnswer('answer', 'host', new Error('timed out'))
      })
      return Promise.race([given_up, good.call(call)])
    },
    async deliver() {
      for (const call of wandering.splice(0)) await good.call(call)
    },
    close() {
      good.close()
    },
  }
  let current: Trouble = { fault: null }
  return way
}

const MOVING = ['sale', 'capture', 'captureGivenAuth', 'credit', 'echeckSale', 'echeckCredit']

export async function worldpayPlace(now?: () => number): Promise<Place> {
  const host = await worldpayHost(now)
  const { password, ...settings } = MERCHANT
  return {
    connect: http => worldpayCnp({ http, openFolder }),
    host,
    settings: { ...settings, url: host.address },
    secrets: { password },
    isLookUp: ({ body }) => body?.includes('<queryTransaction') === true,
    movements: () =>
      host.book.transactions
        .filter(({ code, is_voided, element }) => code === '000' && !is_voided && element !== 'void')
        .map(({ id, element, amount, used, on }) => ({
          reference: id,
          moved: MOVING.includes(element) ? Number(amount) : 0,
          held: element === 'authorization' && used === 0n ? Number(amount) : 0,
          on: element.endsWith('redit') ? (on?.id ?? null) : null,
        })),
    settle: () => host.book.settle(),
    keepUnderway(looks) {
      host.underway = looks
    },
    lacks: [],
    remembers: DUPLICATES_FOUND,
    bank_status: 131,
  }
}

export async function authorizenetPlace(now: () => number): Promise<Place> {
  const host = await openAuthorizeNet(now)
  const { transaction_key, ...settings } = LOGIN
  return {
    connect: http => authorizenet({ http }),
    host,
    settings: { ...settings, url: host.url },
    secrets: { transaction_key, signature_key: SIGNATURE_KEY },
    isLookUp: ({ body }) => body?.startsWith('{"get') === true,
    movements: () =>
      host.book.entries.map(({ invoice, status, settles, authorized, original_id }) => ({
        reference: referenceOf(invoice) ?? invoice,
        moved: /^(captured|settled|refund)/.test(status) ? Number(settles) : 0,
        held: status === 'authorizedPendingCapture' ? Number(authorized) : 0,
        on: original_id === null ? null : referenceOf(host.book.byId(original_id)!.invoice),
      })),
    settle: () => void host.book.close(),
    refunds_settled_only: true,
    lacks: [],
    remembers: LONGEST_WINDOW,
    bank_status: 131,
  }
}

const FEATURES = ['incremental_authorization', 'network_transaction_id', 'moto', 'skip_bank_verification']

export async function stripePlace(now: () => number): Promise<Place> {
  const host = await openStripeHost(FEATURES)
  const { book, secret_key } = host
  book.now = now
  return {
    connect: http => stripe({ http }),
    host,
    settings: { url: host.url, features: FEATURES.join(', ') },
    secrets: { secret_key, webhook_secret: WEBHOOK_SECRET },
    isLookUp: ({ method }) => method === 'GET',
    movements: () => [
      ...[...book.intents.values()]
        .filter(({ status }) => status !== 'canceled')
        .map(({ metadata, amount_received, amount_capturable }) => ({
          reference: metadata.reference!,
          moved: amount_received,
          held: amount_capturable,
          on: null,
        })),
      ...[...book.refunds.values()].map(({ metadata, amount, payment_intent }) => ({
        reference: metadata.reference!,
        moved: amount,
        held: 0,
        on: book.intents.get(payment_intent)!.metadata.reference!,
      })),
    ],
    settle: () => void book.payOut(),
    voids_of_debits_wait: true,
    decide() {
      book.settleDebits()
      book.settleRefunds()
    },
    // What was captured is given back as a refund, and refunds are final.
    lacks: ['blind refund', 'void of a refund'],
    remembers: KEYS_KEPT,
    bank_status: 0,
  }
}
