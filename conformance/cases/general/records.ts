import { type Check, check, partCheck } from '../../check.ts'
import type { Json } from '../../client.ts'
import { answered, matches, record, records, same, that } from '../../expect.ts'
import { newContact, newInvoice, newLocation, newRecurring, readInvoice } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'
import { SAMPLES, sampleMade } from '../../samples.ts'

/** Members that are amounts, by the tables of the contract; a transaction's own amount is a number. */
const AMOUNTS: Record<string, readonly string[]> = {
  quickinvoice: ['amount_due', 'remaining_balance'],
  paylink: ['amount_due'],
  recurring: ['transaction_amount', 'installment_amount_total'],
  transaction: ['auth_amount'],
}

function pathOf(lab: Lab, href: string): string {
  const url = new URL(href)
  that(url.origin === new URL(lab.base_url).origin, `a link leads to ${url.origin}`)
  return url.pathname + url.search
}

async function followSelf(lab: Lab, noun: string, found: Json): Promise<void> {
  const href = found._links?.self?.href
  that(typeof href === 'string', `${noun} has no _links.self.href`)
  same(record(await lab.api.get(pathOf(lab, href)), noun, 200).id, found.id, `the id behind the link of ${noun}`)
}

export const recordChecks: Check[] = [
  check('GEN-03', async lab => {
    const parent = await newLocation(lab)
    const child = await newLocation(lab, { parent_id: parent.id })
    const read = record(await lab.api.get(`locations/${child.id}?expand=parent`), 'location', 200)
    same(read.parent_id, parent.id, 'parent_id')
    same(read.parent?.id, parent.id, 'the id of the expanded parent')
  }),
  partCheck('GEN-03', 'what belongs to a location is seen from above, not from elsewhere', async lab => {
    const { child_location_id } = lab.merchant
    const below = await newContact(lab, { location_id: child_location_id })
    const above = await newContact(lab)
    answered(await lab.api.get(`contacts/${below.id}`), 200)
    answered(await lab.clerk.get(`contacts/${below.id}`), 200)
    answered(await lab.clerk.get(`contacts/${above.id}`), 404)
    answered(await lab.stranger.get(`contacts/${below.id}`), 404)
  }),
  check('GEN-04', async lab => {
    const seen = new Set<string>()
    for (const sample of SAMPLES) {
      const { id } = await sampleMade(lab, sample)
      matches(id, /^.{24,36}$/, `the id of ${sample.noun}`)
      that(!seen.has(id), `${sample.noun} has an id another record has`)
      seen.add(id)
    }
  }),
  check('GEN-06', async lab => {
    for (const sample of SAMPLES) {
      const { id } = await sampleMade(lab, sample)
      const found = record(await lab.api.get(`${sample.plural}/${id}`), sample.noun, 200)
      const stamps = Object.entries(found).filter(([name]) => name.endsWith('_ts'))
      for (const [name, value] of stamps) {
        that(value === null || isStamp(value), `${sample.noun}.${name} is ${JSON.stringify(value)}`)
      }
      that(isStamp(found.created_ts), `${sample.noun}.created_ts is ${JSON.stringify(found.created_ts)}`)
      const off = Math.abs(found.created_ts - (await lab.seconds()))
      that(off < 3600, `${sample.noun}.created_ts is ${off} seconds off the clock of the gateway`)
    }
  }),
  ...SAMPLES.map(sample =>
    partCheck('GEN-08', sample.noun, async lab => {
      const { noun, plural, change } = sample
      const made = record(await lab.api.post(plural, { [noun]: await sample.body(lab) }), noun, 201)
      await followSelf(lab, noun, made)
      await followSelf(lab, noun, record(await lab.api.get(`${plural}/${made.id}`), noun, 200))
      if (change)
        await followSelf(lab, noun, record(await lab.api.put(`${plural}/${made.id}`, { [noun]: change }), noun, 200))
      const [listed] = records(await lab.api.get(`${plural}?id=${made.id}`), plural)
      await followSelf(lab, noun, listed)
    }),
  ),
  check('GEN-09', async lab => {
    for (const sample of SAMPLES) {
      const made = await sampleMade(lab, sample)
      for (const name of AMOUNTS[sample.noun] ?? []) matches(made[name], /^\d+\.\d\d$/, `${sample.noun}.${name}`)
    }
    for (const [sent, shown] of [
      [10, '10.00'],
      [10.5, '10.50'],
      ['7', '7.00'],
      ['0.05', '0.05'],
      [1000000, '1000000.00'],
    ] as const) {
      same((await newInvoice(lab, { item_list: { Item: sent } })).amount_due, shown, `amount_due of an item of ${sent}`)
    }
    const recurring = await newRecurring(lab, { transaction_amount: '10', installment_total_count: 3 })
    same(recurring.transaction_amount, '10.00', 'transaction_amount of a recurring')
  }),
  partCheck('GEN-16', 'an update of nothing', async lab => {
    const before = await newInvoice(lab, { note: 'Stays' })
    for (const body of [{}, { nothing_of_the_kind: 1 }]) {
      answered(await lab.api.put(`quickinvoices/${before.id}`, { quickinvoice: body }), 200)
    }
    const { modified_ts: _, ...after } = await readInvoice(lab, before.id)
    const { modified_ts: __, ...same_as } = before
    same(after, same_as, 'the invoice after updates of no field')
  }),
]

function isStamp(value: unknown): boolean {
  return typeof value === 'number' && /^\d{10}$/.test(String(value))
}
