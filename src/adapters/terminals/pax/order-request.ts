import { formatMoney } from '../../../lib/money.ts'
import type { Lodging, TerminalRequest } from '../../../ports/terminal.ts'
import { TYPE } from './codes.ts'
import { ecrRef } from './ecr-ref.ts'
import type { RequestParts } from './layouts.ts'

/** What acts on an earlier order sends no card and no address. */
const FOLLOW_UPS: readonly string[] = ['void', 'authcomplete', 'tipadjust']

/** An order as the device gets it. The amount on the wire is without the tip, which has a field of its own; tax is part of both. */
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
          // The gateway looks for duplicates itself; a device that refused one could not be told from one that failed.
          account: { allow_duplicate: '1' },
          avs: { zip: order.billing?.zip, street: order.billing?.street },
          commercial: { po_number: order.po_number },
        }),
    ext: extOf(order),
  }
}

function amountOf({ action, amount, tip, tax }: TerminalRequest): NonNullable<RequestParts<'T00'>['amount']> {
  if (action === 'void' || action === 'avsonly') return {}
  // A device adjusts to the tip it is told, and adds it to what it authorised.
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

/** Hotels: what the receipt and the acquirer get to know of the stay. */
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

/** Reads a card and asks for a token, with no amount. */
export function tokenRequest(reference: string): RequestParts<'T00'> {
  return {
    type: TYPE.tokenize,
    trace: { ecr_ref: ecrRef(reference), ecr_trans_id: reference },
    ext: { TOKENREQUEST: '1' },
  }
}
