import { label, type Problems } from './problem.ts'

/** Names by which payment APIs call a currency: `currency`, `currency_code`, `transaction_currency`, `currencyIso`. */
const CURRENCY = /^[a-z]{0,24}currency(?:code|iso|type)?$/
const LONGEST = 64
const DOLLARS: readonly unknown[] = ['USD', '840', 840, '', null, undefined]

/**
 * Returns a problem for each field that names a currency other than U.S. dollars. Fields that are not known are ignored
 * otherwise, which would make 500 yen 500.00 dollars.
 */
export function otherCurrencies(sent: Record<string, unknown>): Problems {
  const problems: Problems = {}
  for (const [name, value] of Object.entries(sent)) {
    if (name.length > LONGEST || !CURRENCY.test(name.toLowerCase().replaceAll(/[_-]/g, ''))) continue
    const code = typeof value === 'string' ? value.trim().toUpperCase() : value
    if (!DOLLARS.includes(code)) problems[name] = [`${label(name)} must be USD: all amounts are U.S. dollars.`]
  }
  return problems
}
