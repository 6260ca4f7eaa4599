import { type Check, check, NotChecked, partCheck } from '../check.ts'
import type { Answer, Json } from '../client.ts'
import { answered, matches, record, records, refused, refusedWith, same, that } from '../expect.ts'
import {
  type Fields,
  invoiceBody,
  locationBody,
  newBankProduct,
  newInvoice,
  newLocation,
  newProduct,
  UNKNOWN,
} from '../fixtures.ts'
import type { Lab } from '../lab.ts'

const create = (lab: Lab, fields: Fields): Promise<Answer> => lab.api.post('locations', { location: fields })
const update = (lab: Lab, id: string, fields: Fields): Promise<Answer> =>
  lab.api.put(`locations/${id}`, { location: fields })
const read = async (lab: Lab, id: string, query = ''): Promise<Json> =>
  record(await lab.api.get(`locations/${id}${query}`), 'location', 200)

const EXPANDS = [
  'branding_domain',
  'created_user',
  'developer_company',
  'product_transactions',
  'product_recurring',
  'product_file',
  'parent',
  'terminal',
]

/** A name and a parent, and nothing about a domain. */
function bare(lab: Lab): Fields {
  const { branding_domain_url: _, ...rest } = locationBody(lab)
  return rest
}

export const locationChecks: Check[] = [
  check(['LOC-01', 'LOC-16', 'LOC-18'], async lab => {
    const missing = Object.keys(refused(await create(lab, {}))).toSorted()
    same(missing, ['branding_domain_id', 'name', 'parent_id'], 'fields reported for an empty location')
    const errors = refused(await create(lab, bare(lab)))
    that(
      Object.keys(errors).some(name => name.startsWith('branding_domain')),
      `refused for ${Object.keys(errors)}`,
    )
    refused(await create(lab, { ...bare(lab), is_new_domain: false }), 'branding_domain_id')
    refused(
      await create(lab, { ...bare(lab), is_new_domain: 0, branding_domain_url: `${lab.unique()}.example` }),
      'branding_domain_id',
    )
    const theirs = record(await lab.stranger.get(`locations/${lab.other.location_id}`), 'location', 200)
    refused(
      await create(lab, { ...bare(lab), is_new_domain: false, branding_domain_id: theirs.branding_domain_id }),
      'branding_domain_id',
    )
    const { branding_domain_id } = await newLocation(lab)
    for (const over of [{ branding_domain_id }, { branding_domain_id, is_new_domain: 0 }]) {
      const made = record(await create(lab, { ...bare(lab), ...over }), 'location', 201)
      same(made.branding_domain_id, branding_domain_id, 'branding_domain_id')
    }
  }),
  check(['LOC-17', 'LOC-18', 'LOC-19'], async lab => {
    const branding_domain_url = `${lab.unique()}.example`
    const branding_domain_title = 'A new house'
    const body = { ...bare(lab), is_new_domain: true }
    refused(await create(lab, { ...body, branding_domain_url }), 'branding_domain_title')
    refused(await create(lab, { ...body, branding_domain_title }), 'branding_domain_url')
    refused(await create(lab, body), 'branding_domain_url', 'branding_domain_title')
    const { id } = record(await create(lab, { ...body, branding_domain_url, branding_domain_title }), 'location', 201)
    const { branding_domain } = await read(lab, id, '?expand=branding_domain')
    same(
      [branding_domain?.url, branding_domain?.title],
      [branding_domain_url, branding_domain_title],
      'url and title of the new domain',
    )
  }),
  partCheck('LOC-19', 'title and reuse', async lab => {
    const body = { ...locationBody(lab), name: 'First' }
    const first = record(await create(lab, body), 'location', 201)
    same(first.branding_domain_title, 'First', 'the title of a domain without a title')
    const url = first.branding_domain_url.toUpperCase()
    const second = await newLocation(lab, { branding_domain_url: url, name: 'Second' })
    same(second.branding_domain_id, first.branding_domain_id, 'the domain of a second location')
  }),
  partCheck(['LOC-17', 'LOC-18', 'GEN-20', 'LIM-06'], 'lengths', async lab => {
    const url = (length: number): string => `${lab.unique()}.example`.padStart(length, 'd')
    const body = (length: number, title: number): Fields => ({
      ...bare(lab),
      is_new_domain: 1,
      branding_domain_url: url(length),
      branding_domain_title: 'x'.repeat(title),
    })
    refused(await create(lab, body(65, 8)), 'branding_domain_url')
    refused(await create(lab, body(24, 65)), 'branding_domain_title')
    answered(await create(lab, body(60, 64)), 201)
  }),
  check('LOC-15', async lab => {
    for (const tz of ['America/New_York', 'Europe/Berlin', 'UTC']) same((await newLocation(lab, { tz })).tz, tz, 'tz')
    for (const tz of ['x'.repeat(25), 'America/Argentina/Buenos_', 'Mars/Olympus'])
      refused(await create(lab, { ...locationBody(lab), tz }), 'tz')
    answered(await create(lab, { ...locationBody(lab), tz: '' }), 201)
    const { id } = await newLocation(lab)
    same(
      record(await update(lab, id, { tz: 'America/Denver' }), 'location', 200).tz,
      'America/Denver',
      'tz after an update',
    )
  }),
  partCheck('LOC-20', 'shown in location infos', async lab => {
    const { id } = await newLocation(lab, { contact_email_trx_receipt_default: true })
    const info = record(await lab.api.get(`locationinfos/${id}`), 'locationinfo', 200)
    that(
      [1, true, '1'].includes(info.contact_email_trx_receipt_default),
      `the location info shows ${info.contact_email_trx_receipt_default}`,
    )
  }),
  check(['LOC-21', 'LOC-22'], async lab => {
    const { id } = await newLocation(lab)
    const cc = await newProduct(lab, { location_id: id })
    const ach = await newBankProduct(lab, { location_id: id })
    const changed = record(await update(lab, id, { default_cc: cc.id, default_ach: ach.id }), 'location', 200)
    same([changed.default_cc, changed.default_ach], [cc.id, ach.id], 'default_cc and default_ach after an update')
    const invoice = await newInvoice(lab, { location_id: id })
    same(
      [invoice.cc_product_transaction_id, invoice.ach_product_transaction_id],
      [cc.id, ach.id],
      'the products of a new invoice',
    )
    const link = { location_id: id, amount_due: 5 }
    const paylink = record(await lab.api.post('paylinks', { paylink: link }), 'paylink', 201)
    same(
      [paylink.cc_product_transaction_id, paylink.ach_product_transaction_id],
      [cc.id, ach.id],
      'the products of a new paylink',
    )
    for (const [field, wrong] of [
      ['default_cc', ach.id],
      ['default_ach', cc.id],
      ['default_cc', UNKNOWN],
      ['default_ach', lab.other.ach_product_transaction_id],
      ['default_cc', 'a'.repeat(23)],
    ]) {
      refused(await update(lab, id, { [field]: wrong }), field)
    }
    same(record(await update(lab, id, { default_ach: null }), 'location', 200).default_ach, null, 'default_ach')
  }),
  check(['LOC-26', 'LOC-27'], async lab => {
    const made = await newLocation(lab)
    matches(made.location_api_key, /^.{36}$/, 'location_api_key')
    matches(made.ticket_hash_key, /^.{36}$/, 'ticket_hash_key')
    const second = await newLocation(lab)
    that(made.location_api_key !== second.location_api_key, 'two locations have one location_api_key')
    that(made.ticket_hash_key !== second.ticket_hash_key, 'two locations have one ticket_hash_key')
  }),
  partCheck('LOC-25', 'finds the location', async lab => {
    const location_api_id = lab.unique().repeat(2)
    const { id } = await newLocation(lab, { location_api_id })
    same(
      records(await lab.api.get(`locations?location_api_id=${location_api_id}`), 'locations').map(each => each.id),
      [id],
      'locations of one api id',
    )
  }),
  check('LOC-33', async lab => {
    const body = locationBody(lab)
    const made = record(await create(lab, body), 'location', 201)
    same(
      [made.name, made.parent_id, made.branding_domain_url],
      [body.name, body.parent_id, body.branding_domain_url],
      'name, parent and domain',
    )
  }),
  check('LOC-34', async lab => {
    const { id } = await newLocation(lab)
    const changed = record(await update(lab, id, { name: 'Another name', city: 'Ithaca' }), 'location', 200)
    same([changed.name, changed.city], ['Another name', 'Ithaca'], 'name and city')
    refusedWith(await lab.stranger.put(`locations/${id}`, { location: { name: 'Theirs' } }), 404)
    refusedWith(await lab.api.put(`locations/${UNKNOWN}`, { location: { name: 'None' } }), 404)
  }),
  check('LOC-35', async lab => {
    const made = await newLocation(lab)
    same(await read(lab, made.id), made, 'the location read after the create')
    refusedWith(await lab.api.get(`locations/${lab.other.location_id}`), 404)
  }),
  check('LOC-36', async lab => {
    const { id, name } = await newLocation(lab)
    same(
      records(await lab.api.get(`locations?name=${encodeURIComponent(name)}`), 'locations').map(each => each.id),
      [id],
      'locations of one name',
    )
    const page = await lab.api.get('locations?page_size=1')
    same(records(page, 'locations').length, 1, 'locations on a page of one')
    that(page.body.meta.pagination.totalCount > 1, 'totalCount counts the page only')
    const seen = records(await lab.stranger.get('locations?page_size=5000'), 'locations').map(each => each.id)
    that(!seen.includes(id), 'a stranger sees the location in a list')
  }),
  ...EXPANDS.map(name =>
    partCheck('LOC-37', name, async lab => {
      const found = await read(lab, lab.merchant.child_location_id, `?expand=${name}`)
      that(name in found, `${name} is missing`)
      if (name === 'parent') same(found.parent?.id, lab.merchant.location_id, 'the id of the expanded parent')
      if (name === 'product_transactions') {
        const ids = (found[name] ?? []).map((each: Json) => each.id)
        that(
          ids.includes(lab.merchant.child_cc_product_transaction_id),
          'the card product is not among product_transactions',
        )
      }
    }),
  ),
  check(['LOC-38', 'LOC-23'], async lab => {
    const places = records(await lab.api.get('locations?page_size=5000&expand=developer_company'), 'locations')
    const [found] = places.filter(each => each.developer_company)
    if (!found) throw new NotChecked('no location of the sandbox has a developer company, and the API makes none')
    same(
      Object.keys(found.developer_company).toSorted(),
      ['_links', 'created_ts', 'created_user_id', 'description', 'id', 'modified_ts', 'modified_user_id', 'title'],
      'the members of developer_company',
    )
    const { id } = await newLocation(lab, { developer_company_id: found.developer_company_id })
    same(
      (await read(lab, id, '?expand=developer_company')).developer_company?.id,
      found.developer_company_id,
      'the id of developer_company',
    )
  }),
  partCheck('LOC-23', 'identifiers', async lab => {
    for (const developer_company_id of ['a'.repeat(23), 'a'.repeat(37), UNKNOWN]) {
      refused(await create(lab, { ...locationBody(lab), developer_company_id }), 'developer_company_id')
    }
  }),
  check('LOC-39', async lab => {
    const { id } = await newLocation(lab)
    const lower = await newLocation(lab, { parent_id: id })
    refusedWith(await lab.api.delete(`locations/${id}`), 409)
    answered(await lab.api.get(`locations/${id}`), 200)
    for (const gone of [lower.id, id]) {
      answered(await lab.api.delete(`locations/${gone}`), 204)
      answered(await lab.api.get(`locations/${gone}`), 404)
    }
  }),
  partCheck('LOC-03', 'no circles, no strangers', async lab => {
    const upper = await newLocation(lab)
    const lower = await newLocation(lab, { parent_id: upper.id })
    refused(await update(lab, upper.id, { parent_id: lower.id }), 'parent_id')
    refused(await update(lab, upper.id, { parent_id: upper.id }), 'parent_id')
    same((await read(lab, upper.id)).parent_id, lab.merchant.location_id, 'parent_id after refused updates')
    refused(
      await lab.api.post('quickinvoices', {
        quickinvoice: { ...invoiceBody(lab), location_id: lab.other.location_id },
      }),
      'location_id',
    )
  }),
]
