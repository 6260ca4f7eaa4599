import type { Agent } from 'node:http'
import type { Clock } from '../../ports/clock.ts'
import { KEEPS_ALL, type Outcome, type Processor, type ProcessorAccount } from '../../ports/processor.ts'
import type { Action, ProcessorRequest } from '../../ports/processor-request.ts'
import { NO_ANSWER, NOT_SENT, NOT_UNDERSTOOD, unknownOutcome } from './codes.ts'
import {
  readAnswer,
  readClosure,
  readFound,
  readFoundSettlement,
  readLedger,
  readStatement,
  writeOrder,
} from './wire.ts'

const http = process.getBuiltinModule('node:http')

/**
 * Adapter of the processor simulator: cards and bank accounts, every action. Never: an opinion on whether money
 * moved.
 */
export interface SimulatorSettings {
  /** `http://127.0.0.1:PORT` */
  address: string
  secret: string
  /** For a whole call. Longer than the ten seconds after which the simulator itself declines a slow order. */
  timeout_ms?: number | undefined
  /** Its seconds go along as the time of the ledger entry; without it the simulator's own clock is used. */
  clock?: Clock | undefined
  /**
   * Called when the address does not respond; returns where the simulator is now. The call is then made once more,
   * which is safe because nothing of the first one was sent.
   */
  restart?: (() => Promise<{ address: string; secret: string }>) | undefined
}

const TIMEOUT_MS = 15_000

/**
 * Connects to the simulator. It keeps a ledger for each account, as a processor does: what one account has ordered,
 * another one cannot void, settle or ask about. Null is a device in a shop, whose orders every account knows.
 */
export function simulator(settings: SimulatorSettings): (account: ProcessorAccount | null) => Processor {
  const line = openLine(settings)
  return account => processorOf(line, settings.clock, account?.id)
}

type Line = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: string) => Promise<string>

/** Returns the body of an answer; rejects when there is none. */
function openLine({ timeout_ms = TIMEOUT_MS, restart, ...first }: SimulatorSettings): Line {
  const agent = new http.Agent({ keepAlive: true })
  let place = { address: first.address, secret: first.secret }
  return async (method, path, body) => {
    const signal = AbortSignal.timeout(timeout_ms)
    try {
      return await exchange({ ...place, agent, signal, method, path, body })
    } catch (error) {
      if (!restart || !isRefused(error)) throw error
      place = await restart().catch(() => {
        throw error
      })
      return exchange({ ...place, agent, signal, method, path, body })
    }
  }
}

/**
 * The simulator as a processor. No action ever throws: a lost, late or strange answer is an outcome `unknown` with
 * reason 1531, which says `never_left` where the connection was refused. `find` and `ruleOut` throw when the simulator
 * cannot be reached or understood, because then nothing is known.
 */
function processorOf(call: Line, clock: Clock | undefined, processor_account_id: string | undefined): Processor {
  const of = processor_account_id === undefined ? '' : `?processor_account_id=${processor_account_id}`
  const order = (reference: string): string => `/orders/${encodeURIComponent(reference)}${of}`

  async function send(action: Action, request: ProcessorRequest): Promise<Outcome> {
    let answer: string
    try {
      answer = await call('POST', '/orders', writeOrder({ ...request, action }, processor_account_id, clock?.seconds()))
    } catch (error) {
      return isRefused(error) ? { ...unknownOutcome(NOT_SENT), never_left: true } : unknownOutcome(NO_ANSWER)
    }
    try {
      return readAnswer(answer, request.reference)
    } catch {
      return unknownOutcome(NOT_UNDERSTOOD)
    }
  }

  return {
    name: 'simulator',
    memory: KEEPS_ALL,
    wallets: ['apple_pay', 'google_pay'],
    overrides: true,
    actions: {
      sale: request => send('sale', request),
      authonly: request => send('authonly', request),
      avsonly: request => send('avsonly', request),
      force: request => send('force', request),
      refund: request => send('refund', request),
      debit: request => send('debit', request),
      credit: request => send('credit', request),
      void: request => send('void', request),
      authcomplete: request => send('authcomplete', request),
      authincrement: request => send('authincrement', request),
      partialreversal: request => send('partialreversal', request),
      tipadjust: request => send('tipadjust', request),
    },
    async settle({ reference, orders, amount, fault }) {
      try {
        const batch = { reference, orders, amount: amount.toString(), ts: clock?.seconds(), fault }
        const body = JSON.stringify({ ...batch, processor_account_id })
        return readClosure(await call('POST', '/settlements', body))
      } catch {
        return { result: 'unknown', message: 'The processor did not answer.' }
      }
    },
    settlement_orders_max: 1_000,
    async findSettlement(reference) {
      const answer = await call('GET', `/settlements/${encodeURIComponent(reference)}${of}`)
      return readFoundSettlement(answer)
    },
    async statement(reference) {
      const path = `/settlements${of || '?'}&reference=${encodeURIComponent(reference)}`
      return readStatement(await call('GET', path), reference)
    },
    async find({ reference }) {
      return readFound(await call('GET', order(reference)))
    },
    async ruleOut({ reference }) {
      return readFound(await call('DELETE', order(reference)))
    },
    async requests(since, until) {
      return readLedger(await call('GET', `/ledger${of || '?'}&since=${since}&until=${until}`))
    },
  }
}

interface Exchange {
  address: string
  secret: string
  agent: Agent
  signal: AbortSignal
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: string | undefined
}

/** One request and the body of its 200. Rejects on any other status, a broken connection or the end of the time. */
function exchange({ address, secret, agent, signal, method, path, body }: Exchange): Promise<string> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asking = http.request(`${address}${path}`, { agent, signal, method, headers }, response => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        answer += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(answer)
        else reject(new Error(`the simulator answered ${response.statusCode}`))
      })
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** Refused means that the connection never existed, hence that not a byte of the request left. */
function isRefused(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ECONNREFUSED'
}
