import { createHash } from 'node:crypto'
import type { Row } from '../../definition/resource.ts'
import type { NewRun, RunRequest } from '../../payments/payments.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import { overallTimeout } from '../terminal/terminal-timeouts.ts'
import type { RunAction } from '../terminalrun/terminalrun.ts'
import type { Facts } from './load-facts.ts'

type Input = Record<string, unknown>

/** The run of a request. Pure. */
export function runOf(input: Input, facts: Facts, product: Row<typeof producttransaction>): NewRun {
  return {
    action: input.action as RunAction,
    location_id: facts.place.id,
    terminal_id: facts.device.id,
    contact_id: facts.payer?.id ?? null,
    product_transaction_id: product.id,
    processor_account_id: product.processor_account_id,
    transaction_amount: amountOf(input),
    transaction_api_id: (input.transaction_api_id as string | null) || null,
    details: detailsOf(input, facts),
    request_mark: markOf(input),
    wait_seconds: overallTimeout(facts.device.terminal_timeouts),
  }
}

/** What the terminal is asked for. Pure. */
export function orderOf(input: Input, { device, application }: Facts): RunRequest {
  const sent = <T>(name: string): T | undefined => (input[name] as T | null) ?? undefined
  const stay = {
    checkin_date: sent<string>('checkin_date'),
    checkout_date: sent<string>('checkout_date'),
    room_num: sent<string>('room_num') || undefined,
    room_rate: sent<bigint>('room_rate'),
    advance_deposit: sent<boolean>('advance_deposit'),
    no_show: sent<boolean>('no_show'),
  }
  const action = input.action as RunAction
  const wait_seconds = overallTimeout(device.terminal_timeouts)
  if (action === 'settle' || action === 'store') return { device, order: null, wait_seconds }
  const order = {
    action,
    amount: amountOf(input) ?? 0n,
    tip: sent<bigint>('tip_amount'),
    tax: sent<bigint>('tax'),
    ask_tip: device.tip_enable && input.tip_amount === null && (action === 'sale' || action === 'authonly'),
    ask_signature: device.sig_capture_enable && application?.sig_capture_capable === true,
    ask_token: input.save_account === true,
    order_num: sent<string>('order_num') || undefined,
    po_number: sent<string>('po_number') || undefined,
    ticket: sent<number>('ticket'),
    billing: { street: sent<string>('billing_street') || undefined, zip: sent<string>('billing_zip') || undefined },
    auth_code: sent<string>('auth_code') || undefined,
    ...(Object.values(stay).some(value => value !== undefined) ? { lodging: stay } : {}),
  }
  return { device, order, wait_seconds }
}

function amountOf(input: Input): bigint | null {
  if (input.action === 'settle') return null
  return input.action === 'avsonly' ? 0n : ((input.transaction_amount as bigint | null) ?? 0n)
}

/**
 * The columns of the transaction that were sent, as JSON can hold them; what was left out must not hide a start value.
 */
function detailsOf(input: Input, { payer }: Facts): Record<string, unknown> {
  const details = {
    description: input.description,
    order_num: input.order_num || null,
    po_number: input.po_number,
    billing_street: input.billing_street,
    billing_zip: input.billing_zip,
    auth_code: input.auth_code,
    ...(input.action === 'avsonly' ? {} : { tax: input.tax?.toString(), tip_amount: input.tip_amount?.toString() }),
    save_account: input.save_account && payer !== null,
    notification_email_address: input.notification_email_address || null,
    advance_deposit: input.advance_deposit,
    no_show: input.no_show,
    checkin_date: input.checkin_date,
    checkout_date: input.checkout_date,
    room_num: input.room_num,
    room_rate: input.room_rate?.toString(),
  }
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null && value !== undefined))
}

/** Equal for requests that ask for the same. Nothing in them is a secret: a terminal reads the card. */
export function markOf(input: Input): string {
  const asked = Object.entries(input)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, String(value)])
    .sort()
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}
