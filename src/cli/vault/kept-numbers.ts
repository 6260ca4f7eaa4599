import { counted } from '../../lib/counted.ts'
import { localDate } from '../../lib/local-date.ts'
import { keptNumbers } from '../../payments/vault/erase-numbers.ts'
import { noArguments, type Operator } from '../operator.ts'

/** Prints what stored numbers are kept for. Opens none and changes nothing. */
export function printKeptNumbers(args: string[]): (operator: Operator) => Promise<void> {
  noArguments('kept-numbers', args)
  return async ({ db, print, config }) => {
    const { kept, erased } = await keptNumbers(db)
    for (const { payment_method, need, numbers, oldest_ts } of kept) {
      const kind = payment_method === 'cc' ? 'cards' : 'bank accounts'
      const oldest = localDate(oldest_ts, 'UTC')
      const reason = need ?? `refunds and further payments, ${counted(config.number_days, 'day')} after the last one`
      print(`${numbers} ${kind}, the oldest of ${oldest}: ${reason}`)
    }
    print(`${counted(erased, 'number is', 'numbers are')} erased; what may be shown of them is kept`)
  }
}
