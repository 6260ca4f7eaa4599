import type {
  CommandOptions,
  Device,
  OrderStatus,
  Terminal,
  TerminalAction,
  TerminalOutcome,
  TerminalRequest,
  TerminalResponse,
} from '../../src/ports/terminal.ts'

/** A terminal whose customer is the test: each order waits until the test ends it. */
export interface ScriptedTerminal extends Terminal {
  /** Orders that were put to it and not answered yet, oldest first. */
  waiting: { order: TerminalRequest; device: Device; answer(outcome: TerminalOutcome): void }[]
  /** Every order it ever got. */
  seen: TerminalRequest[]
  /** Its answer about an order; unreachable where there is none. */
  work: Map<string, OrderStatus>
  /** The next order it gets. */
  next(): Promise<ScriptedTerminal['waiting'][number]>
}

/** The device approves an order for the requested amount. */
export function approval(
  order: Pick<TerminalRequest, 'amount'>,
  said: Partial<TerminalResponse> = {},
): TerminalResponse {
  return {
    result: 'approved',
    reason_code_id: 1000,
    verbiage: 'APPROVED',
    response_message: '00 APPROVAL',
    auth_code: '012345',
    auth_amount: order.amount,
    avs: null,
    avs_enhanced: null,
    cvv_response: null,
    host_reference: 'host-1',
    device_reference: '7',
    card: {
      entry_mode_id: 'C',
      first_six: '545454',
      last_four: '5454',
      account_type: 'mc',
      is_debit: false,
      account_holder_name: 'TEST CARD',
      exp_date: '1239',
    },
    tip: null,
    emv_receipt_data: { AID: 'a0000000042203', APPLAB: 'US Maestro', CVM: 'Pin Verified', XX: 'dropped' },
    signature_png_base64: null,
    token: null,
    ...said,
  }
}

export function decline(said: Partial<TerminalResponse> = {}): TerminalResponse {
  const reason = { result: 'declined', reason_code_id: 1500, verbiage: 'DECLINED', auth_code: null } as const
  return { ...approval({ amount: 0n }), ...reason, auth_amount: null, emv_receipt_data: null, ...said }
}

export function scriptedTerminal(): ScriptedTerminal {
  const told: ((one: ScriptedTerminal['waiting'][number]) => void)[] = []
  const take = (order: TerminalRequest, device: Device, watch?: CommandOptions): Promise<TerminalOutcome> =>
    new Promise(resolve => {
      script.seen.push(order)
      const one = { order, device, answer: resolve }
      watch?.signal?.addEventListener('abort', () => resolve({ result: 'failed', why: 'cancelled', text: 'ABORTED' }))
      const heard = told.shift()
      if (heard) heard(one)
      else script.waiting.push(one)
    })
  const names: TerminalAction[] = ['sale', 'authonly', 'avsonly', 'force', 'refund']
  const script: ScriptedTerminal = {
    name: 'scripted',
    waiting: [],
    seen: [],
    work: new Map(),
    actions: Object.fromEntries(names.map(name => [name, take])),
    async store(order, device, watch) {
      const outcome = await take({ ...order, action: 'avsonly', amount: 0n }, device, watch)
      if (outcome.result !== 'approved') return outcome as never
      return { result: 'approved', card: outcome.card!, token: outcome.token! }
    },
    async closeBatch(order, device, watch) {
      const outcome = await take({ ...order, action: 'void', amount: 0n }, device, watch)
      if (outcome.result !== 'approved') return outcome as never
      return { result: 'approved', host_reference: 'batch-1', amount: outcome.auth_amount ?? 0n, count: 1 }
    },
    async find({ reference }) {
      const found = script.work.get(reference)
      if (!found) throw new Error('the device does not answer')
      return found
    },
    prompt: async () => ({ reason_code_id: 1000, signature_png_base64: null }),
    isOnline: async () => true,
    next: () =>
      new Promise(resolve => {
        const one = script.waiting.shift()
        if (one) resolve(one)
        else told.push(resolve)
      }),
  }
  return script
}
