import { formatMoney, type Money, parseMoney } from '../../lib/money.ts'
import { type Kind, matchRange } from '../kind.ts'

export interface MoneyOptions {
  /** The one amount the contract returns as a JSON number is a transaction's; all others are strings. */
  as?: 'string' | 'number'
  negative?: boolean
}

/** Amounts: minor units inside, two decimals on the wire. The limits count characters of the decimal. */
export function moneyKind(options: MoneyOptions = {}): Kind<Money> {
  const kind: Kind<Money> = {
    name: 'money',
    column: () => 'bigint',
    parse(value, limits) {
      const amount = parseMoney(value)
      if (amount === null) return { problem: 'must be an amount such as 10.50, with at most two decimals.' }
      if (amount < 0n && !options.negative) return { problem: 'must be no less than 0.' }
      const longest = limits.max === undefined || limits.max === 12 ? 13 : limits.max
      if (formatMoney(amount).length > longest)
        return { problem: `must be no greater than ${formatMoney(10n ** BigInt(longest - 1) - 1n)}.` }
      return { value: amount }
    },
    wire: value => (options.as === 'number' ? Number(value) / 100 : formatMoney(value)),
    cell: shown => (typeof shown === 'number' ? shown.toFixed(2) : String(shown)),
    load: value => BigInt(value as number),
    store: value => value.toString(),
    filter(column, text, scope) {
      const param = (value: unknown): string => scope.param(Array.isArray(value) ? value.map(String) : String(value))
      return matchRange(column, text, 'bigint', { ...scope, param }, part => kind.parse(part, {}))
    },
    schema: () =>
      options.as === 'number'
        ? { type: 'number', format: 'double', examples: [10.5] }
        : { type: 'string', pattern: '^-?\\d+\\.\\d{2}$', examples: ['10.00'] },
  }
  return kind
}
