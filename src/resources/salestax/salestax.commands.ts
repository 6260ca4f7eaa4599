import type { Command, CommandAct } from '../../definition/command.ts'
import type { AnyField } from '../../definition/resource.ts'
import { formatMoney, type Money } from '../../lib/money.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import { addProblem, invalid, label, type Problems } from '../../lib/problem.ts'
import { location } from '../location/location.ts'
import { salestaxrate } from '../salestaxrate/salestaxrate.ts'
import { salestax } from './salestax.ts'

type Salestax = typeof salestax

const { location_id, zip, amount } = salestax.fields
const INPUT: Record<string, AnyField> = { location_id, amount, zip }
const text = (description: string, examples: string[]) => ({ type: 'string', description, examples }) as const
const returns = {
  schema: objectSchema({
    salestax: objectSchema({
      location_id: { type: 'string', description: 'The location that sells.' },
      zip: text("The buyer's ZIP code.", ['14850']),
      amount: text('What is sold, without tax.', ['100.00']),
      tax_rate: text('The rate in percent.', ['8.25']),
      tax: text('The tax.', ['8.25']),
      total: text('Amount and tax.', ['108.25']),
    }),
  }),
}

/** Contract 5.3 names the path only, so a quote may be requested by query or by body. */
export const salestaxCommands: Command<Salestax>[] = [
  {
    name: 'quote',
    method: 'GET',
    on: 'all',
    path: '',
    right: 'read',
    query: {
      location_id: { type: 'string', required: true, description: 'The location that sells.' },
      amount: { type: 'string', required: true, examples: ['10.00'], description: 'What is sold, without tax.' },
      zip: "The buyer's ZIP code, where the location keeps rates by it.",
    },
    says: 'Quotes the sales tax for an amount that a location sells.',
    operation: 'getSalestax',
    returns,
    refuses: ['invalid'],
    run: act => quote(act, parsed(act.query)),
  },
  {
    name: 'quote',
    method: 'POST',
    on: 'all',
    path: '',
    right: 'read',
    input: INPUT,
    says: 'Quotes the sales tax, asked by a body.',
    operation: 'quoteSalestax',
    returns,
    run: act => quote(act, act.input as unknown as QuoteRequest),
  },
]

interface QuoteRequest {
  location_id: string
  amount: Money
  zip: string | null
}

function parsed(query: Record<string, string>): QuoteRequest {
  const problems: Problems = {}
  const request: Record<string, unknown> = { zip: null }
  for (const [name, { kind, limits }] of Object.entries(INPUT)) {
    const sent = query[name]
    if (sent === undefined || sent === '') {
      if (name !== 'zip') addProblem(problems, name, `${label(name)} cannot be blank.`)
      continue
    }
    const read = kind.parse(sent, limits)
    if ('problem' in read) addProblem(problems, name, `${label(name)} ${read.problem}`)
    else request[name] = read.value
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return request as unknown as QuoteRequest
}

/** Applies the rate for the buyer's ZIP code, or else the location's general rate. */
async function quote({ actor, store }: CommandAct<Salestax>, request: QuoteRequest) {
  const read = store.reader(actor.caller)
  const place = await read.one(location, request.location_id, 'location_id')
  if (request.amount < 0n) throw invalid({ amount: ['Amount must not be negative.'] })
  const rates = await read.all(salestaxrate, { location_id: place.id, zip: [request.zip ?? '', ''] }, 2)
  const rate = rates.find(each => each.zip !== '') ?? rates[0]
  if (!rate) throw invalid({ location_id: ['No sales tax rate is kept for this location.'] })
  const tax = taxOf(request.amount, rate.tax_rate)
  return {
    body: {
      salestax: {
        location_id: place.id,
        zip: rate.zip,
        amount: formatMoney(request.amount),
        tax_rate: rate.tax_rate,
        tax: formatMoney(tax),
        total: formatMoney(request.amount + tax),
      },
    },
  }
}

/** Returns the tax in minor units, half a cent rounded up; the rate is a percentage such as `8.875`. */
export function taxOf(amount: Money, tax_rate: string): Money {
  const [whole = '0', part = ''] = tax_rate.split('.')
  const millionths = BigInt(whole + part.padEnd(4, '0'))
  return (amount * millionths + 500_000n) / 1_000_000n
}
