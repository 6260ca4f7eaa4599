import { quickinvoice } from '../src/resources/quickinvoice/quickinvoice.ts'
import type { BenchCase } from './cases.ts'

const PATH = '/v2/quickinvoices'
/** Measured with `--check` as well; the others take a quarter of an hour. */
const REPRESENTATIVE = ['-created_ts, with location', '-due_date, with location and status', 'title, alone']

/** Every listed column, both directions, alone, with its location, and with location and status, against the floor. */
export function listedCases(location_id: string): BenchCase[] {
  const columns = Object.entries(quickinvoice.fields).filter(([, { options }]) => 'listed' in options)
  const scopes: [string, string][] = [
    ['alone', ''],
    ['with location', `&location_id=${location_id}`],
    ['with location and status', `&location_id=${location_id}&status_id=1`],
  ]
  return columns
    .flatMap(([column]) => [column, `-${column}`])
    .flatMap(sort =>
      scopes.map(([scope, filters]): BenchCase => {
        const path = `${PATH}?sort=${sort}&page_size=25${filters}`
        const wide = filters === '' ? `&location_id=${location_id}` : ''
        return {
          name: `list of 25 of 10,000 sorted by ${sort}, ${scope}`,
          bar: 0.7,
          is_long: !REPRESENTATIVE.includes(`${sort}, ${scope}`),
          merchant: 1,
          gateway: () => ({ path }),
          floor: () => ({ path: path + wide }),
        }
      }),
    )
}
