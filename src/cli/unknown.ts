import { parseArgs } from 'node:util'
import { systemCaller } from '../definition/caller.ts'
import type { Actor } from '../definition/store.ts'
import { counted } from '../lib/counted.ts'
import { momentInWords } from '../lib/local-date.ts'
import { formatMoney } from '../lib/money.ts'
import { RETRY_POLICY, type RecordingContext } from '../payments/lifecycle/payment-context.ts'
import { askAgain, release, settleAgain } from '../payments/resolution/ask-again.ts'
import { attemptsOf } from '../payments/resolution/attempts-of.ts'
import { intervene } from '../payments/resolution/intervene.ts'
import { type UnknownOutcome, unknownOutcomes } from '../payments/resolution/unknown-outcomes.ts'
import { INTERVENTIONS, type Intervention } from '../resources/transaction/transaction.states.ts'
import { gatewayClock, type Operator, plainly } from './operator.ts'
import { operatorStore } from './operator-store.ts'

const id = { type: 'string', default: '' } as const
const OPTIONS = {
  again: id,
  send: id,
  'given-back': id,
  kept: id,
  approved: id,
  declined: id,
  note: id,
  json: { type: 'boolean', default: false },
} as const

type Work = (operator: Operator) => Promise<void>

/**
 * Lists everything of unknown outcome (payments, reversals, settlements, terminal runs), its age and the next step.
 * `unknown ID` shows what happened to one payment, `--again ID` has it asked about at once, `--send ID` sends a
 * recurring's payment that was held because nobody could tell whether it was made before, and `--given-back`, `--kept`,
 * `--approved` and `--declined` store what a person has decided, with a note.
 */
export function unknown(args: string[]): Work {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const { again, send, note, json } = values
  const decided = INTERVENTIONS.filter(each => values[optionOf(each)] !== '')
  if (positionals.length + decided.length + (again ? 1 : 0) + (send ? 1 : 0) > 1)
    throw new Error('unknown does one thing at a time')
  const [resolution] = decided
  if (resolution) {
    if (note === '') throw new Error(`--${optionOf(resolution)} needs a --note: why, and how the customer knows`)
    return operator => decide(operator, values[optionOf(resolution)], resolution, note)
  }
  if (again) return operator => askNow(operator, again)
  if (send) {
    if (note === '') throw new Error('--send needs a --note: how you know that it was not made before')
    return operator => sendHeld(operator, send, note)
  }
  const [shown] = positionals
  return shown ? operator => show(operator, shown, json) : operator => list(operator, json)
}

function optionOf(resolution: Intervention): 'given-back' | 'kept' | 'approved' | 'declined' {
  return resolution === 'given_back_outside' ? 'given-back' : resolution
}

async function list(operator: Operator, json: boolean): Promise<void> {
  const clock = await gatewayClock(operator.db, operator.clock)
  const outcomes = await unknownOutcomes(operator.db, clock.seconds())
  for (const line of json ? [JSON.stringify(outcomes.map(plain))] : linesOf(outcomes)) operator.print(line)
}

/** Shows every request about a transaction with its answer, and what can be decided. */
async function show({ db, print }: Operator, transaction_id: string, json: boolean): Promise<void> {
  const root_id = await rootOf(db, 'transaction', transaction_id)
  const attempts = root_id === null ? [] : await attemptsOf(db, { id: transaction_id, root_id })
  if (attempts.length === 0) throw new Error(`there is no payment ${transaction_id} that went to a processor`)
  if (json) return print(JSON.stringify(attempts))
  for (const { purpose, action, amount, state, reference, processor, created_ts, ...answered } of attempts) {
    const { reason_code_id, verbiage, response_message, resolutions, intervention, asks } = answered
    const what = `${purpose.replace('_', ' ')} ${action} ${amount} at ${processor}, reference ${reference}`
    print(`${timeOf(created_ts)}: ${what}`)
    const answer = [reason_code_id, verbiage, response_message && `(${response_message})`].filter(Boolean).join(' ')
    print(`  ${state}${answer ? `: ${answer}` : ''}${asks > 0 ? `; asked ${counted(asks, 'time')}` : ''}`)
    if (intervention) {
      const who = intervention.user_id ? `user ${intervention.user_id}` : 'the operator'
      print(`  ${timeOf(intervention.created_ts)}: ${who} decided ${intervention.resolution}: ${intervention.note}`)
    }
    for (const each of resolutions) print(`  unknown --${optionOf(each)} ${transaction_id} --note …: ${MEANS[each]}`)
  }
}

const MEANS: Record<Intervention, string> = {
  given_back_outside: 'the money went back by another way; the payment is a decline, and what it held is free',
  kept: 'what the processor approved stands, and the customer was told',
  approved: 'the processor says that it was approved',
  declined: 'the processor says that it was declined, or never arrived',
}

async function askNow(operator: Operator, about: string): Promise<void> {
  const { context, actor, noun } = await recordingAt(operator, about)
  const asked = await (noun === 'transaction' ? askAgain : settleAgain)(context, actor, about)
  if (!asked) throw new Error(`nothing is open at ${about}`)
  operator.print(`${about} is asked about at once`)
}

async function sendHeld(operator: Operator, about: string, note: string): Promise<void> {
  const { context, actor } = await recordingAt(operator, about)
  if (!(await release(context, actor, about, note))) throw new Error(`no scheduled payment is held at ${about}`)
  operator.print(`${about} is sent as soon as its processor has said once more that it does not have it`)
}

async function decide(operator: Operator, about: string, resolution: Intervention, note: string): Promise<void> {
  const { context, actor } = await recordingAt(operator, about)
  const intervened = plainly(intervene(context, actor, about, { resolution, note }))
  const { status_id, reason_code_id } = await intervened
  operator.print(`${about} is closed as ${resolution}: status ${status_id}, reason ${reason_code_id}`)
}

/** Returns what writing about a transaction or batch takes, on behalf of the operator. */
async function recordingAt(operator: Operator, about: string) {
  const { db, log } = operator
  const clock = await gatewayClock(db, operator.clock)
  const payment = await rootOf(db, 'transaction', about)
  const root_id = payment ?? (await rootOf(db, 'transactionbatch', about))
  if (root_id === null) throw new Error(`nothing is open at ${about}`)
  const store = operatorStore({ ...operator, clock })
  const context: RecordingContext = { db, store, clock, log, retry_policy: RETRY_POLICY }
  const actor: Actor = { caller: systemCaller(root_id, 'operator') }
  return { context, actor, noun: payment === null ? ('transactionbatch' as const) : ('transaction' as const) }
}

async function rootOf(
  db: Operator['db'],
  table: 'transaction' | 'transactionbatch',
  about: string,
): Promise<string | null> {
  const [row] = await db.query<{ root_id: string }>(`select root_id from ${table} where id = $1`, [about])
  return row?.root_id ?? null
}

function timeOf(seconds: number): string {
  return momentInWords(seconds, 'UTC')
}

function plain({ amount, ...line }: UnknownOutcome): object {
  return { ...line, amount: amount === null ? null : formatMoney(amount) }
}

function linesOf(outcomes: readonly UnknownOutcome[]): string[] {
  if (outcomes.length === 0) return ['nothing is unknown']
  const lines = outcomes.map(each => {
    const { kind, id, location_id, action, amount, age_seconds, asks, next_seconds, next } = each
    const what = [kind, id, action, amount === null ? '' : formatMoney(amount), `at ${location_id}`].filter(Boolean)
    const when = next_seconds === null ? '' : next_seconds === 0 ? 'now: ' : `in ${span(next_seconds)}: `
    return `${what.join(' ')}\n  open for ${span(age_seconds)}, asked ${counted(asks, 'time')}; ${when}${next}`
  })
  return [...lines, `${outcomes.length} open, ${formatMoney(exposure(outcomes))} of payments may have been taken`]
}

/** Returns the sum of payments that may have been taken and are not recorded as taken. */
function exposure(outcomes: readonly UnknownOutcome[]): bigint {
  const counted = outcomes.filter(
    ({ kind, action }) => kind !== 'settlement' && kind !== 'action' && TAKES.includes(action),
  )
  const amounts = new Map(counted.map(({ id, amount }) => [id, amount ?? 0n]))
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0n)
}

/** Actions that take money; a void of unknown outcome may have left it taken. */
const TAKES: readonly string[] = ['sale', 'authonly', 'force', 'debit', 'void']

/** Formats a duration by its two largest parts: `3d 4h`, `2m 5s`. */
function span(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0s'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ')
}
