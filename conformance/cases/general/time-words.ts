import { type Check, clockCheck, NotChecked, partCheck } from '../../check.ts'
import { records, same, that } from '../../expect.ts'
import { newLocation, newTag } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'

const WORDS = [
  'today',
  'yesterday',
  'this week',
  'last week',
  'last 30 days',
  'last 90 days',
  'this month',
  'last month',
]

/** The words under which the record is found. */
async function wordsThatFind(lab: Lab, plural: string, id: string): Promise<string[]> {
  const found: string[] = []
  for (const word of WORDS) {
    const query = new URLSearchParams({ id, created_ts: word })
    if (records(await lab.api.get(`${plural}?${query}`), plural).length === 1) found.push(word)
  }
  return found
}

export const timeWordChecks: Check[] = [
  partCheck('GEN-41', 'a record of today', async lab => {
    const tag = await newTag(lab)
    const found = await wordsThatFind(lab, 'tags', tag.id)
    same(
      found,
      ['today', 'this week', 'last 30 days', 'last 90 days', 'this month'],
      'the words that find a new record',
    )
    const spaced = records(await lab.api.get(`tags?id=${tag.id}&created_ts=last+30+days`), 'tags')
    same(spaced.length, 1, 'records of "last+30+days"')
  }),
  partCheck(['GEN-41', 'DT-17'], 'device terms of today', async lab => {
    const answer = await lab.api.get('deviceterms/?page_size=1')
    if (answer.status === 404) throw new NotChecked('the service has no device terms')
    for (const word of WORDS)
      records(await lab.api.get(`deviceterms/?created_ts=${encodeURIComponent(word)}`), 'deviceterms')
  }),
  clockCheck('GEN-41', async lab => {
    const location_id = (await newLocation(lab)).id
    const { id } = await newTag(lab, { location_id })
    await lab.advance('P1D')
    const later = await wordsThatFind(lab, 'tags', id)
    that(
      later.includes('yesterday') && !later.includes('today'),
      `a record of yesterday is found by ${later.join(', ')}`,
    )
  }),
]
