import { systemCaller } from '../../definition/caller.ts'
import type { Command, CommandAct } from '../../definition/command.ts'
import { lodgingProblem } from '../../lib/lodging-stay.ts'
import { invalidField, label, notValid, Refusal } from '../../lib/problem.ts'
import { runResponse } from '../terminalrun/run-response.ts'
import { type RunRow, terminalrun } from '../terminalrun/terminalrun.ts'
import { transaction } from '../transaction/transaction.ts'
import { HINDERED, hindranceOf, openBatchOf } from '../transactionbatch/settleable.ts'
import { markOf, orderOf, runOf } from './build-run.ts'
import { loadFacts, productOf, type Refs } from './load-facts.ts'
import { type routertransaction, routertransactionInput } from './routertransaction.ts'

type Act = CommandAct<typeof routertransaction>

/** One blocking request: the answer comes when the terminal is done (contract 4.14). */
export const routertransactionCommands: Command<typeof routertransaction>[] = [
  {
    name: 'run',
    method: 'POST',
    on: 'all',
    path: '',
    right: 'create',
    says: 'Asks a terminal for a payment and answers when it is done, within its overall_timeout. With Prefer: respond-async it answers 202 at once.',
    operation: 'createRoutertransaction',
    input: routertransactionInput,
    returns: { noun: 'transaction', state: 'created', meanwhile: 'terminalrun' },
    refuses: ['unavailable'],
    validate,
    async run(act) {
      const run = (await known(act)) ?? (await beginOnce(act))
      return runResponse(act.parts.runs, run, act)
    },
  },
]

/**
 * The run that this request began already: known by the caller's own id. Another request under the same id is refused.
 */
async function known({ input, store, actor }: Act): Promise<RunRow | null> {
  const { transaction_api_id, location_id } = input as { transaction_api_id: string | null; location_id: string }
  if (!transaction_api_id) return null
  const read = store.reader(actor.caller)
  const runs = await read.all(terminalrun, { transaction_api_id, location_id }, 50)
  // One of unknown outcome was answered with a transaction, and keeps it although the device says later that nothing
  // was done.
  const run = runs.find(({ result }) => result !== 'failed') ?? runs.find(each => each.transaction_id !== null)
  if (run && run.request_mark === markOf(input)) return run
  const earlier = await read.find(transaction, { transaction_api_id, location_id })
  if (!run && !earlier) return null
  const { status, message, problems } = invalidField('transaction_api_id', 'Transaction Api Id has already been taken.')
  throw new Refusal(status, message, problems, earlier ? { location: `/v2/transactions/${earlier.id}` } : {})
}

/** Of two that come at once the database lets one begin; the other joins it. */
async function beginOnce(act: Act): Promise<RunRow> {
  try {
    return await begin(act)
  } catch (error) {
    const run = error instanceof Refusal && error.status === 422 ? await known(act) : null
    if (!run) throw error
    return run
  }
}

async function begin(act: Act): Promise<RunRow> {
  const { input, actor, store } = act
  const refs = act.refs as Refs
  const facts = await loadFacts(input, refs, store.reader(actor.caller))
  const product = await productOf(input, refs.product_transaction_id, facts, act)
  if (input.action === 'settle') await checkBatch(act, product.processor_account_id)
  return act.parts.runs.begin(actor, runOf(input, facts, product), orderOf(input, facts))
}

async function checkBatch({ input, actor, store }: Act, account_id: string): Promise<void> {
  const read = store.reader(systemCaller(actor.caller.root_id, actor.caller.method))
  const open = await openBatchOf(read, account_id)
  if (!open) throw invalidField('batch', 'There is no open batch.')
  if (input.batch && input.batch !== String(open.batch_num)) throw notValid('batch')
  // Once the device has closed its batch nothing can be refused any more.
  const hindrance = await hindranceOf(read, open)
  if (hindrance) throw invalidField('batch', HINDERED[hindrance].text, HINDERED[hindrance].status)
}

type Input = Record<string, unknown>
type Add = (field: string, text: string) => void

/** Actions without an amount of their own. */
const WITHOUT_AMOUNT: readonly unknown[] = ['avsonly', 'settle']

/** What a request says about itself; null of a field means it was not sent, undefined that it did not fit. */
function validate(sent: Input, add: Add): void {
  onlyWith('auth_code', 'force', sent, add)
  onlyWith('batch', 'settle', sent, add)
  examineCode(sent, add)
  examineAmount(sent, add)
  if (!sent.checkin_date || !sent.checkout_date) return
  const problem = lodgingProblem(sent.checkin_date as string, sent.checkout_date as string)
  if (problem) add('checkout_date', problem)
}

function onlyWith(field: string, action: string, sent: Input, add: Add): void {
  if (!sent[field] || sent.action === action || sent.action === undefined) return
  add(field, `${label(field)} is allowed only when action is ${action}.`)
}

function examineCode({ action, auth_code }: Input, add: Add): void {
  if (action !== 'force' || auth_code === undefined) return
  if (!auth_code) add('auth_code', 'Auth Code cannot be blank.')
  else if (String(auth_code).length !== 6) add('auth_code', 'Auth Code should contain 6 characters.')
}

/** Tax and tip are parts of the amount, so together they cannot be more. */
function examineAmount(sent: Input, add: Add): void {
  const amount = sent.transaction_amount as bigint | null | undefined
  if (amount === undefined || WITHOUT_AMOUNT.includes(sent.action)) return
  const parts = ((sent.tax as bigint | null) ?? 0n) + ((sent.tip_amount as bigint | null) ?? 0n)
  if (amount === null) add('transaction_amount', 'Transaction Amount cannot be blank.')
  else if (amount === 0n) add('transaction_amount', 'Transaction Amount must be greater than zero.')
  else if (parts > amount)
    add('transaction_amount', 'Transaction Amount includes tax and tip and cannot be less than these.')
}
