import type StripeClient from 'stripe'
import type { AmountLimits } from '../../lib/amount-limits.ts'
import {
  type Connector,
  type Outcome,
  type Processor,
  type ProcessorAccount,
  type ProcessorMemory,
  SETTLED_WITHIN,
} from '../../ports/processor.ts'
import type { Original, ProcessorRequest } from '../../ports/processor-request.ts'
import type { ProcessorHttp } from '../http.ts'
import { certification } from './certify.ts'
import { openClient } from './client.ts'
import { type Finder, finder } from './find.ts'
import { LEVEL3_LINES_MAX } from './level3.ts'
import { readNotification } from './notification.ts'
import {
  cancelOutcome,
  captureOutcome,
  declinedOutcome,
  failureOutcome,
  incrementOutcome,
  NOT_SENT,
  NOT_STRIPE,
  NOT_UNDERSTOOD,
  orderOutcome,
  plainly,
  readIntent,
  refundOutcome,
  required,
  unknownOutcome,
  verificationOutcome,
} from './outcome.ts'
import { settledRequests } from './settled.ts'
import {
  captureParams,
  customerParams,
  FEATURES,
  incrementParams,
  intentParams,
  missing3ds,
  NotSayable,
  type Params,
  type Prepared,
  plainKey,
  refundParams,
  sealedParams,
  type Terms,
  termsOf,
  verificationParams,
} from './wire.ts'

/**
 * Stripe: payment intents, refunds and setup intents through its official package. Numbers of cards only where the
 * account may send them, otherwise tokens. It settles by itself.
 */
export function stripe({ http }: { http: ProcessorHttp }): Connector {
  const clients = new WeakMap<ProcessorAccount, Promise<StripeClient>>()
  const open = (account: ProcessorAccount): Processor => {
    const { secret_key = '', url = '' } = account.credentials
    return processorOf(account, () => {
      const client = clients.get(account) ?? openClient(http, secret_key, url)
      clients.set(account, client)
      return client
    })
  }
  return Object.assign(open, { refunds_by_reference: true as const, takes: TAKES, amounts: AMOUNTS })
}

const TAKES: NonNullable<Connector['takes']> = [
  {
    name: 'secret_key',
    title: 'Secret key',
    is_secret: true,
    format: /^(sk|rk)_(test|live)_\w{1,250}$/,
    of_test: /^(sk|rk)_test_/,
  },
  { name: 'url', title: 'Address', fallback: 'https://api.stripe.com', format: /^https?:\/\/[^/?#\s]+\/?$/ },
  {
    name: 'webhook_secret',
    title: 'Signing secret of the webhook',
    is_secret: true,
    fallback: null,
    format: /^whsec_\S{1,250}$/,
  },
  {
    name: 'features',
    title: `What Stripe has switched on, of ${FEATURES.join(', ')}`,
    fallback: null,
    format: new RegExp(`^(${FEATURES.join('|')})(, *(${FEATURES.join('|')}))*$`),
  },
]

/** "Minimum and maximum charge amounts" of U.S. dollars: 0.50 to 999,999.99 (eight digits). */
const AMOUNTS: AmountLimits = { least_amount: 50n, largest_amount: 99_999_999n }

/**
 * "Idempotent requests": keys are removed once they are at least a day old. Lists of intents have no documented end.
 */
const MEMORY: ProcessorMemory = { repeats: 86_400, finds: Number.POSITIVE_INFINITY, settles: SETTLED_WITHIN }

type Open = () => Promise<StripeClient>
/** One call to Stripe. For a day the same key moves no money twice. */
type Call = (client: StripeClient, options: StripeClient.RequestOptions) => Promise<unknown>

function processorOf({ credentials, product_transaction_id }: ProcessorAccount, client: Open): Processor {
  const { secret_key = '', webhook_secret = '', features = '' } = credentials
  const terms = termsOf(product_transaction_id, features)
  const find = finder(client)
  const send = sender(client, find)
  return {
    name: 'stripe',
    memory: MEMORY,
    actions: {
      ...orders(send, client, terms),
      ...followUps(send, find, terms),
      ...(terms.features.has('incremental_authorization') ? { authincrement: increment(send, find) } : {}),
    },
    level3_lines_max: LEVEL3_LINES_MAX,
    missing3ds,
    wallets: ['apple_pay', 'google_pay'],
    instruments: ['card', 'bank', 'token', 'wallet'],
    find: find.find,
    tells_returns: true,
    ruleOut: find.ruleOut,
    check: async () => checkAccount(await client()),
    certify: () => certification(client, secret_key),
    taken: (since, until) => find.taken(since, until),
    settled: (since, until) => settledRequests(client, terms, { since, until }),
    read: message => readNotification(message, webhook_secret),
  }
}

type Send = (request: ProcessorRequest, call: Call, read: (answer: unknown) => Outcome) => Promise<Outcome>

/** Returns what sends a request once and reads what came of it. It never throws. */
function sender(client: Open, { ruleOut }: Finder): Send {
  /**
   * The reference was used for another request: either it was ruled out, or a request under it has arrived that
   * differed from this one. Asking what it was used for tells which.
   */
  const usedBefore = async (request: ProcessorRequest): Promise<Outcome> => {
    try {
      const found = await ruleOut(request)
      return found.seen ? found.outcome : declinedOutcome(1530, 'RULED OUT, NOTHING DONE')
    } catch {
      return unknownOutcome(NOT_UNDERSTOOD)
    }
  }
  return async (request, call, read) => {
    let answer: unknown
    try {
      answer = await call(await client(), { idempotencyKey: request.reference })
    } catch (error) {
      if (error instanceof NotSayable) return declinedOutcome(1599, error.message.toUpperCase())
      return failureOutcome(error, request) ?? (await usedBefore(request))
    }
    try {
      return read(answer)
    } catch {
      return unknownOutcome(NOT_UNDERSTOOD)
    }
  }
}

function orders(send: Send, open: Open, terms: Terms): Processor['actions'] {
  const order = async (request: ProcessorRequest): Promise<Outcome> => {
    const prepared = await prepare(open, request)
    if ('outcome' in prepared) return prepared.outcome
    return send(
      request,
      (stripe, options) => createIntent(stripe, intentParams(request, terms, prepared), options),
      answer => orderOutcome(readIntent(answer), request),
    )
  }
  return {
    sale: order,
    authonly: order,
    debit: order,
    async avsonly(request) {
      const prepared = await prepare(open, request)
      if ('outcome' in prepared) return prepared.outcome
      return send(
        request,
        (stripe, options) => stripe.setupIntents.create(verificationParams(request, terms, prepared) as never, options),
        answer => verificationOutcome(answer, request),
      )
    },
  }
}

/**
 * Creates an intent. A descriptor that Stripe refuses loses no payment: nothing was made, and the intent is made
 * without it, under a key of its own because Stripe binds a key to its parameters.
 */
async function createIntent(stripe: StripeClient, params: Params, options: StripeClient.RequestOptions) {
  // What numbers of cards and some features are given in is not in the package's types.
  const create = (given: Params, also: StripeClient.RequestOptions = {}) =>
    stripe.paymentIntents.create(given as never, { ...options, ...also })
  try {
    return await create(params)
  } catch (error) {
    const { statement_descriptor_suffix, ...rest } = params
    const is_refused = (error as { param?: string }).param === 'statement_descriptor_suffix'
    if (!is_refused || statement_descriptor_suffix === undefined) throw error
    return create(rest, { idempotencyKey: plainKey(String(options.idempotencyKey)) })
  }
}

/**
 * Returns what a request needs before it: a customer under whom the account of a series is kept, a wallet's token that
 * Stripe has opened. Neither moves money: without an answer the payment itself was not sent, and may be made again.
 */
async function prepare(open: Open, request: ProcessorRequest): Promise<Prepared | { outcome: Outcome }> {
  const { initiation, instrument, reference } = request
  const begins = initiation.series !== null && initiation.is_first && instrument?.kind !== 'token'
  const sealed = sealedParams(instrument)
  try {
    const { customers, tokens } = await open()
    const customer = begins
      ? await customers.create(customerParams(request) as never, { idempotencyKey: `${reference}-customer` })
      : undefined
    const token = sealed ? await tokens.create(sealed as never, { idempotencyKey: `${reference}-token` }) : undefined
    return { customer: customer && required(customer.id), wallet_token: token && required(token.id) }
  } catch (error) {
    const outcome = failureOutcome(error, request)
    return { outcome: outcome?.result === 'declined' ? outcome : unknownOutcome(NOT_SENT, true) }
  }
}

type Act = (request: ProcessorRequest) => Promise<Outcome>

/** Returns an action on an intent, which is looked for where its id was never told. */
function onIntent(
  find: Finder,
  act: (request: ProcessorRequest, id: string, original: Original) => Promise<Outcome>,
): Act {
  return async request => {
    const { original } = request
    if (!original) return declinedOutcome(1626, 'ONLY A PAYMENT MADE HERE CAN BE GIVEN BACK')
    if (original.action === 'refund') return declinedOutcome(1667, 'A REFUND CANNOT BE TAKEN BACK')
    let id: string | null
    try {
      id = await find.locate(original)
    } catch {
      return unknownOutcome(NOT_SENT, true)
    }
    return id === null ? declinedOutcome(1668, 'ORIGINAL NOT FOUND') : act(request, id, original)
  }
}

function followUps(send: Send, find: Finder, terms: Terms): Processor['actions'] {
  const refund = (request: ProcessorRequest, id: string) =>
    send(
      request,
      (stripe, options) => stripe.refunds.create(refundParams(request, terms, id) as never, options),
      answer => refundOutcome(answer, request),
    )
  const cancel = (request: ProcessorRequest, id: string) =>
    send(
      request,
      (stripe, options) => stripe.paymentIntents.cancel(id, {}, options),
      answer => cancelOutcome(readIntent(answer), id, request.amount),
    )
  return {
    refund: onIntent(find, refund),
    authcomplete: onIntent(find, (request, id) =>
      send(
        request,
        (stripe, options) => stripe.paymentIntents.capture(id, captureParams(request), options),
        answer => captureOutcome(readIntent(answer), request),
      ),
    ),
    // What has been captured cannot be cancelled any more, and is given back whole.
    void: onIntent(find, async (request, id, original) => {
      if (original.action === 'authonly') return cancel(request, id)
      if (original.payment_method === 'cc') return refund(request, id)
      let is_paid: boolean
      try {
        is_paid = (await find.intent(id)).status === 'succeeded'
      } catch {
        return unknownOutcome(NOT_SENT, true)
      }
      return is_paid ? refund(request, id) : cancel(request, id)
    }),
  }
}

function increment(send: Send, find: Finder): Act {
  return onIntent(find, (request, id) =>
    send(
      request,
      (stripe, options) => stripe.paymentIntents.incrementAuthorization(id, incrementParams(request) as never, options),
      answer => incrementOutcome(readIntent(answer), request),
    ),
  )
}

/** The harmless call: what the account has. Throws an Error of one plain line. */
async function checkAccount(client: StripeClient): Promise<void> {
  const { object } = await plainly(client.balance.retrieve())
  if (object !== 'balance') throw new Error(NOT_STRIPE)
}
