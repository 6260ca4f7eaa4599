import { type Check, check, partCheck } from '../../check.ts'
import type { Json } from '../../client.ts'
import { answered, records, refused, same } from '../../expect.ts'
import { newInvoice, newLocation, newTag, UNKNOWN } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'
import { SAMPLES, type Sample, sampleMade } from '../../samples.ts'

/**
 * Members that are no columns: embedded records, the current time, and a name that stands for a credential in
 * queries.
 */
const NO_COLUMNS = ['_links', 'id', 'current_date_time', 'timestamp']

async function countOf(lab: Lab, sample: Sample, query: Record<string, string>): Promise<number> {
  const text = new URLSearchParams(query).toString()
  return records(await lab.api.get(`${sample.plural}?${text}`), sample.plural).length
}

/** A value the record does not have. */
function otherValue(value: Json): string {
  if (value === true || value === 1) return '0'
  if (value === false || value === 0) return '1'
  if (typeof value === 'number') return String(value + 1)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return '1999-12-31'
  if (/^[0-9a-f]{24}$/.test(value)) return UNKNOWN
  if (/^\d+\.\d\d$/.test(value)) return '98765.43'
  return `${value}q`.slice(-Math.max(value.length, 2))
}

/** Filters by one column: its value finds the record, another value does not. */
async function filteredBy(lab: Lab, sample: Sample, id: string, name: string, value: Json): Promise<void> {
  const shown = value === true ? '1' : value === false ? '0' : String(value)
  same(
    await countOf(lab, sample, { id, [name]: shown }),
    1,
    `records of ${sample.plural}?${name}=${shown} with the id of one that has it`,
  )
  const other = otherValue(value)
  const answer = await lab.api.get(`${sample.plural}?id=${id}&${name}=${encodeURIComponent(other)}`)
  if (answer.status === 422) refused(answer, name)
  else
    same(
      records(answer, sample.plural).length,
      0,
      `records of ${sample.plural}?${name}=${other} with the id of one that has ${shown}`,
    )
}

export const filterChecks: Check[] = [
  ...SAMPLES.map(sample =>
    partCheck('GEN-22', sample.noun, async lab => {
      const made = await sampleMade(lab, sample)
      const columns = Object.entries(made).filter(
        ([name, value]) => !NO_COLUMNS.includes(name) && value !== null && typeof value !== 'object' && value !== '',
      )
      for (const [name, value] of columns) await filteredBy(lab, sample, made.id, name, value)
    }),
  ),
  partCheck('GEN-22', 'only what matches', async lab => {
    const title = `Only ${lab.unique()}`
    const { id } = await newInvoice(lab, { title })
    await newInvoice(lab, { title: `${title} not` })
    const found = records(await lab.api.get(`quickinvoices?title=${encodeURIComponent(title)}`), 'quickinvoices')
    same(
      found.map(each => each.id),
      [id],
      'invoices of one title',
    )
  }),
  partCheck('GEN-22', 'two filters are both applied', async lab => {
    const title = `Both ${lab.unique()}`
    const { id } = await newInvoice(lab, { title, note: 'one' })
    await newInvoice(lab, { title, note: 'two' })
    const found = records(
      await lab.api.get(`quickinvoices?title=${encodeURIComponent(title)}&note=one`),
      'quickinvoices',
    )
    same(
      found.map(each => each.id),
      [id],
      'invoices of one title and one note',
    )
  }),
  partCheck('GEN-22', 'unknown columns are told', async lab => {
    refused(await lab.api.get('tags?nothing_of_the_kind=1'), 'nothing_of_the_kind')
  }),
  check('GEN-42', async lab => {
    const location_id = (await newLocation(lab)).id
    const { created_ts } = await newTag(lab, { location_id })
    const count = async (from: number, to: number): Promise<number> => {
      const span = `created_ts=custom&created_ts_from=${from}&created_ts_to=${to}`
      return records(await lab.api.get(`tags?location_id=${location_id}&${span}`), 'tags').length
    }
    same(await count(created_ts - 60, created_ts + 60), 1, 'tags of a span around the creation')
    same(await count(created_ts, created_ts), 1, 'tags of the second of the creation')
    same(await count(created_ts - 60, created_ts - 1), 0, 'tags of a span before')
    same(await count(created_ts + 1, created_ts + 60), 0, 'tags of a span after')
    answered(await lab.api.get('tags?created_ts=custom&created_ts_from=abc&created_ts_to=1'), 422)
  }),
]
