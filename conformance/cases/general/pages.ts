import { type Check, check, partCheck } from '../../check.ts'
import type { Json } from '../../client.ts'
import { answered, records, refused, same, that } from '../../expect.ts'
import { type Fields, newLocation, newTag } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'

interface Shelf {
  location_id: string
  /** Titles in the order of the alphabet. */
  titles: string[]
}

/** A new location with five tags, created in an order that differs from that of their titles. */
function shelf(lab: Lab): Promise<Shelf> {
  return lab.once('shelf', async () => {
    const location_id = (await newLocation(lab)).id
    for (const letter of ['c', 'a', 'e', 'b', 'd']) await newTag(lab, { title: `${letter} tag`, location_id })
    return { location_id, titles: ['a', 'b', 'c', 'd', 'e'].map(letter => `${letter} tag`) }
  })
}

async function page(lab: Lab, query: Fields): Promise<{ titles: string[]; rows: Json[]; meta: Json }> {
  const { location_id } = await shelf(lab)
  const text = new URLSearchParams({ location_id, ...query }).toString()
  const answer = await lab.api.get(`tags?${text}`)
  const rows = records(answer, 'tags')
  return { titles: rows.map(({ title }) => title), rows, meta: answer.body.meta }
}

const linkNames = (meta: Json): string[] => Object.keys(meta.pagination.links).toSorted()

/** The titles behind a link, which has to work as it is. */
async function behind(lab: Lab, link: Json): Promise<string[]> {
  const url = new URL(link.href)
  return records(await lab.api.get(url.pathname + url.search), 'tags').map(({ title }) => title)
}

export const pageChecks: Check[] = [
  check('GEN-23', async lab => {
    const found = await page(lab, { expand: 'created_user', sort: '-title', page: 2, page_size: 2 })
    same(found.titles, ['c tag', 'b tag'], 'titles of the second page, sorted backwards')
    for (const row of found.rows)
      same(row.created_user?.id, lab.merchant.user.user_id, 'the id of the expanded created_user')
    same(found.meta.pagination.totalCount, 5, 'totalCount')
  }),
  check('GEN-24', async lab => {
    const found = await page(lab, { page_size: 2 })
    same(found.rows.length, 2, 'records on a page of two')
    same(found.meta.pagination.perPage, 2, 'perPage')
    same((await page(lab, { page_size: 100 })).rows.length, 5, 'records on a page of a hundred')
    same((await page(lab, {})).rows.length, 5, 'records without a page_size')
  }),
  check('GEN-25', async lab => {
    const { titles } = await shelf(lab)
    const ask = async (number: number) => page(lab, { sort: 'title', page: number, page_size: 2 })
    same((await ask(1)).titles, titles.slice(0, 2), 'the first page')
    const second = await ask(2)
    same(second.titles, titles.slice(2, 4), 'the second page')
    same(second.meta.pagination.currentPage, 2, 'currentPage')
    same((await ask(3)).titles, titles.slice(4), 'the third page')
  }),
  check(['GEN-26', 'GEN-30'], async lab => {
    const { pagination } = (await page(lab, { page_size: 2 })).meta
    const { links, ...numbers } = pagination
    same(numbers, { totalCount: 5, pageCount: 3, perPage: 2, currentPage: 1 }, 'meta.pagination')
    that(typeof links === 'object' && links !== null, 'meta.pagination.links is no object')
    const none = (await page(lab, { title: 'nothing has this title' })).meta.pagination
    same([none.totalCount, none.pageCount], [0, 0], 'totalCount and pageCount of an empty list')
  }),
  check('GEN-27', async lab => {
    for (const number of [1, 2, 3]) {
      const found = await page(lab, { sort: 'title', page: number, page_size: 2 })
      same(await behind(lab, found.meta.pagination.links.self), found.titles, `the page behind self of page ${number}`)
    }
  }),
  check('GEN-28', async lab => {
    const { titles } = await shelf(lab)
    const first = await page(lab, { sort: 'title', page_size: 2 })
    same(await behind(lab, first.meta.pagination.links.next), titles.slice(2, 4), 'the page behind next of page 1')
    const third = await page(lab, { sort: 'title', page: 3, page_size: 2 })
    same(third.meta.pagination.links.next, undefined, 'next of the last page')
    same(linkNames((await page(lab, {})).meta), ['self'], 'links of an only page')
  }),
  check('GEN-29', async lab => {
    const { titles } = await shelf(lab)
    const first = await page(lab, { sort: 'title', page_size: 2 })
    same(await behind(lab, first.meta.pagination.links.last), titles.slice(4), 'the page behind last of page 1')
  }),
  partCheck(['GEN-27', 'GEN-28'], 'links hold no credentials', async lab => {
    const { location_id } = await shelf(lab)
    const query = new URLSearchParams({ ...lab.keysOf(lab.merchant.user), location_id, page_size: '2' })
    const answer = answered(await lab.as({}).get(`tags?${query}`), 200)
    const links = JSON.stringify(answer.body.meta.pagination.links)
    that(!links.includes(lab.merchant.user.user_api_key), 'links repeat the user-api-key of the query')
    that(!links.includes(lab.merchant.user.user_id), 'links repeat the user-id of the query')
  }),
  check('GEN-31', async lab => {
    for (const query of [{}, { sort: 'title' }]) {
      const { meta } = await page(lab, query)
      that(typeof meta.sort?.attributes === 'object', 'meta.sort.attributes is no object')
    }
  }),
  check('GEN-32', async lab => {
    same((await page(lab, { sort: 'title' })).titles, (await shelf(lab)).titles, 'titles sorted forwards')
  }),
  check('GEN-33', async lab => {
    same(
      (await page(lab, { sort: '-title' })).titles,
      (await shelf(lab)).titles.toReversed(),
      'titles sorted backwards',
    )
  }),
  check('GEN-34', async lab => {
    same((await page(lab, { sort: 'title' })).meta.sort.attributes, { title: 'asc' }, 'meta.sort.attributes')
    same((await page(lab, { sort: '-title' })).meta.sort.attributes, { title: 'desc' }, 'meta.sort.attributes')
    same(
      (await page(lab, { sort: '-created_ts' })).meta.sort.attributes,
      { created_ts: 'desc' },
      'meta.sort.attributes',
    )
  }),
  partCheck(['GEN-32', 'GEN-33'], 'unknown columns are told', async lab => {
    records(await lab.api.get('tags?sort=title'), 'tags')
    for (const name of ['nothing_of_the_kind', '-nothing_of_the_kind']) refused(await lab.api.get(`tags?sort=${name}`))
  }),
]
