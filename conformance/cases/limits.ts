import { type Check, check } from '../check.ts'
import { records, same } from '../expect.ts'
import { newLocation } from '../fixtures.ts'

const MOST = 5000
const AT_ONCE = 8

export const limitChecks: Check[] = [
  check('LIM-01', async lab => {
    const location_id = (await newLocation(lab)).id
    const numbers = Array.from({ length: MOST + 1 }, (_, index) => index)[Symbol.iterator]()
    const lane = async (): Promise<void> => {
      for (const number of numbers) {
        const { status } = await lab.api.post('tags', { tag: { location_id, title: `tag ${number}` } })
        same(status, 201, 'the status of one of many creates')
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    const answer = await lab.api.get(`tags?location_id=${location_id}&page_size=10000`)
    same(records(answer, 'tags').length, MOST, `records of ${MOST + 1} with a page_size of 10000`)
    const { pagination } = answer.body.meta
    same(
      [pagination.totalCount, pagination.perPage, pagination.pageCount],
      [MOST + 1, MOST, 2],
      'totalCount, perPage and pageCount',
    )
    const rest = await lab.api.get(`tags?location_id=${location_id}&page_size=10000&page=2`)
    same(records(rest, 'tags').length, 1, 'records on the second page')
  }),
]
