import { formatMoney } from '../../../lib/money.ts'
import type { Lodging, TerminalRequest } from '../../../ports/terminal.ts'
import { TYPE } from './codes.ts'
import { ecrRef } from './ecr-ref.ts'
import type { RequestParts } from './layouts.ts'

/** Actions on an earlier request send no card and no address. */
const FOLLOW_UPS: readonly string[] = ['void', 'authcomplete', 'tipadjust']

/**
 * Returns a request in the device's form. Its amount is without the tip, which has its own field; tax is part of
 * both.
 */
export function creditRequest(order: TerminalRequest): RequestParts<'T00'> {
  const follows = FOLLOW_UPS.includes(order.action) || order.original !== undefined
  return {
    type: TYPE[order.action],
    amount: amountOf(order),
    trace: {
      ecr_ref: ecrRef(order.reference),
      invoice: follows ? undefined : order.order_num,
      auth_code: order.auth_code,
      transaction_no: order.original && !order.original.host_reference ? (order.original.device_reference ?? '') : '',
      ecr_trans_id: order.reference,
    },
    ...(follows
      ? {}
      : {
          // The gateway checks for duplicates itself; a duplicate refused by the device would look like a failure.
          account: { allow_duplicate: '1' },
          avs: { zip: order.billing?.zip, street: order.billing?.street },
          commercial: { po_number: order.po_number },
        }),
    ext: extOf(order),
  }
}

function amountOf({ action, amount, tip, tax }: TerminalRequest): NonNullable<RequestParts<'T00'>['amount']> {
  if (action === 'void' || action === 'avsonly') return {}
  // The device adds the tip to the authorised amount.
  if (action === 'tipadjust') return { amount: (tip ?? 0n).toString() }
  return {
    amount: (amount - (tip ?? 0n)).toString(),
    tip: tip === undefined ? undefined : tip.toString(),
    tax: tax === undefined ? undefined : tax.toString(),
  }
}

function extOf(order: TerminalRequest): Readonly<Record<string, string>> {
  const { original, ticket, lodging } = order
  return {
    ...(original?.host_reference ? { HREF: original.host_reference } : {}),
    ...(order.ask_token ? { TOKENREQUEST: '1' } : {}),
    ...(order.ask_signature ? { SIGN: '1' } : {}),
    ...(order.ask_tip ? { TIPREQ: '1' } : {}),
    ...(ticket === undefined ? {} : { TICKET: String(ticket) }),
    ...(lodging ? lodgingOf(lodging) : {}),
  }
}

/** Details of a hotel stay for the receipt and the acquirer. */
function lodgingOf(lodging: Lodging): Readonly<Record<string, string>> {
  const { checkin_date, checkout_date, room_num, room_rate, advance_deposit, no_show } = lodging
  return {
    ...(checkin_date ? { CHECKIN: checkin_date.replaceAll('-', '') } : {}),
    ...(checkout_date ? { CHECKOUT: checkout_date.replaceAll('-', '') } : {}),
    ...(room_num ? { ROOM: room_num } : {}),
    ...(room_rate === undefined ? {} : { ROOMRATE: formatMoney(room_rate) }),
    ...(advance_deposit ? { ADVDEPOSIT: '1' } : {}),
    ...(no_show ? { NOSHOW: '1' } : {}),
  }
}

/** Returns a request that reads a card and asks for a token, without an amount. */
export function tokenRequest(reference: string): RequestParts<'T00'> {
  return {
    type: TYPE.tokenize,
    trace: { ecr_ref: ecrRef(reference), ecr_trans_id: reference },
    ext: { TOKENREQUEST: '1' },
  }
}
