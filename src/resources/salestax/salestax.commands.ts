import type { Command, CommandAct } from '../../definition/command.ts'
import type { AnyField } from '../../definition/resource.ts'
import { formatMoney, type Money } from '../../lib/money.ts'
import { addProblem, invalid, label, type Problems } from '../../lib/problem.ts'
import { location } from '../location/location.ts'
import { salestaxrate } from '../salestaxrate/salestaxrate.ts'
import { salestax } from './salestax.ts'
import { taxOf } from './tax-of.ts'

type Salestax = typeof salestax

const { location_id, zip, amount } = salestax.fields
const INPUT: Record<string, AnyField> = { location_id, amount, zip }
const text = (examples: string[]) => ({ type: 'string', examples }) as const
const returns = {
  schema: {
    type: 'object',
    required: ['salestax'],
    properties: {
      salestax: {
        type: 'object',
        required: ['location_id', 'zip', 'amount', 'tax_rate', 'tax', 'total'],
        properties: {
          location_id: { type: 'string' },
          zip: text(['14850']),
          amount: text(['100.00']),
          tax_rate: text(['8.25']),
          tax: text(['8.25']),
          total: text(['108.25']),
        },
      },
    },
  },
} as const

/** `v2/salestax`: by query or by body, the tax for an amount sold at a location (contract 5.3 names the path alone). */
export const salestaxCommands: Command<Salestax>[] = [
  {
    name: 'quote',
    method: 'GET',
    on: 'all',
    path: '',
    right: 'read',
    query: {
      location_id: 'the location that sells',
      amount: 'what is sold, without tax',
      zip: "the buyer's ZIP code, where the location keeps rates by it",
    },
    says: 'The sales tax for an amount and a location.',
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
    says: 'The same, asked by a body.',
    returns,
    run: act => quote(act, act.input as unknown as Asked),
  },
]

interface Asked {
  location_id: string
  amount: Money
  zip: string | null
}

function parsed(query: Record<string, string>): Asked {
  const problems: Problems = {}
  const asked: Record<string, unknown> = { zip: null }
  for (const [name, { kind, limits }] of Object.entries(INPUT)) {
    const sent = query[name]
    if (sent === undefined || sent === '') {
      if (name !== 'zip') addProblem(problems, name, `${label(name)} cannot be blank.`)
      continue
    }
    const read = kind.parse(sent, limits)
    if ('problem' in read) addProblem(problems, name, `${label(name)} ${read.problem}`)
    else asked[name] = read.value
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return asked as unknown as Asked
}

/** The rate for the buyer's ZIP code, or else the one the location has for all others. */
async function quote({ actor, store }: CommandAct<Salestax>, asked: Asked) {
  const read = store.reader(actor.caller)
  const place = await read.one(location, asked.location_id, 'location_id')
  if (asked.amount < 0n) throw invalid({ amount: ['Amount must not be negative.'] })
  const rates = await read.all(salestaxrate, { location_id: place.id, zip: [asked.zip ?? '', ''] }, 2)
  const rate = rates.find(each => each.zip !== '') ?? rates[0]
  if (!rate) throw invalid({ location_id: ['No sales tax rate is kept for this location.'] })
  const tax = taxOf(asked.amount, rate.tax_rate)
  return {
    body: {
      salestax: {
        location_id: place.id,
        zip: rate.zip,
        amount: formatMoney(asked.amount),
        tax_rate: rate.tax_rate,
        tax: formatMoney(tax),
        total: formatMoney(asked.amount + tax),
      },
    },
  }
}
