import type { Json } from '../../support/app.ts'
import { DOT, sampleOf } from '../../support/samples.ts'
import { type Maker, type Move, move, type Scene, type Stage } from '../scene.ts'

/**
 * Resources that are only created, changed and deleted: two changes that touch the same field and others, and the
 * deletion.
 */

interface Plain {
  noun: string
  plural: string
  changes: readonly [Json, Json]
  /** Unique fields. */
  own?: (mark: string) => Record<string, string>
  /** False for what is never deleted. */
  deleted?: boolean
  /** What else the record can be deleted by. */
  more?: readonly Move[]
}

const logoOf = (record: string): Move =>
  move('logo', `POST ${record}/logo`, () => {
    const form = new FormData()
    form.append('file[file]', new Blob([Buffer.from(DOT, 'base64')]), 'logo.png')
    return form
  })
const removeTag = move('delete by query', 'DELETE /v2/tags?id={id}')

const PLAIN: readonly Plain[] = [
  { noun: 'tag', plural: 'tags', changes: [{ title: 'One' }, { title: 'Two' }], more: [removeTag] },
  { noun: 'note', plural: 'notes', changes: [{ note: 'One' }, { note: 'Two', visibility_group_id: 'all' }] },
  { noun: 'scanner', plural: 'scanners', changes: [{ title: 'One' }, { title: 'Two', active: 0 }] },
  {
    ...{ noun: 'location', plural: 'locations' },
    own: mark => ({ name: `Branch ${mark}`, branding_domain_url: `${mark}.example`, branding_domain_title: mark }),
    changes: [
      { name: 'One', tz: 'America/Chicago' },
      { name: 'Two', city: 'Ithaca' },
    ],
    // Each leaves something that keeps the location, or finds that it is gone.
    more: [
      move('store account', 'POST /v2/accountvaults', ({ id }: Stage) => ({
        accountvault: { location_id: id, payment_method: 'cc', account_number: '4111111111111111', exp_date: '1245' },
      })),
      move('add below', 'POST /v2/locations', ({ id, mark }: Stage) => ({
        location: { parent_id: id, name: 'Below', branding_domain_url: `below-${mark}.example` },
      })),
      logoOf('/v2/locations/{id}'),
    ],
  },
  {
    ...{ noun: 'producttransaction', plural: 'producttransactions', deleted: false },
    changes: [
      { title: 'One', velocity_settings: { debit_items_per_day: 10 } },
      { title: 'Two', active: 0, velocity_settings: { debit_items_per_month: 20 } },
    ],
  },
  {
    ...{ noun: 'product_file', plural: 'productfiles', deleted: false },
    changes: [{ title: 'One' }, { title: 'Two', active: 0 }],
  },
  {
    ...{ noun: 'product_accountvault', plural: 'productaccountvaults', deleted: false },
    changes: [{ title: 'One' }, { title: 'Two', active: 0 }],
  },
  {
    ...{ noun: 'product_recurring', plural: 'productrecurrings', deleted: false },
    changes: [{ title: 'One' }, { title: 'Two', active: 0 }],
  },
  {
    ...{ noun: 'quick_invoice_setting', plural: 'quick_invoice_settings' },
    changes: [
      { default_notification_days_after_due_date: 1 },
      { default_notification_days_after_due_date: 2, default_allow_partial_pay: 1 },
    ],
  },
  {
    ...{ noun: 'email_blacklist', plural: 'email_blacklists' },
    own: mark => ({ email: `${mark}@example.com` }),
    changes: [{ detail: 'One' }, { detail: 'Two', is_blacklisted: 0 }],
  },
  {
    ...{ noun: 'sms_blacklist', plural: 'sms_blacklists' },
    own: mark => ({ cell_phone: mark.replaceAll(/\D/g, '').padStart(10, '0') }),
    changes: [{ detail: 'One' }, { detail: 'Two', is_blacklisted: 0 }],
  },
  {
    ...{ noun: 'hostedpaymentpage', plural: 'hostedpaymentpages' },
    changes: [{ title: 'One' }, { title: 'Two', min_payment_amount: '5.00' }],
    more: [move('new key', 'POST /v2/hostedpaymentpages/{id}/generateencryptionkey')],
  },
  {
    ...{ noun: 'surcharge', plural: 'surcharges' },
    changes: [{ title: 'One' }, { title: 'Two', surcharge_rate: '3.00' }],
  },
  {
    ...{ noun: 'salestaxrate', plural: 'salestaxrates' },
    changes: [{ title: 'One' }, { title: 'Two', tax_rate: '7.00' }],
  },
]

/** A body that is accepted, with what it needs beside it. */
export async function sampled({ way, merchant }: Maker, noun: string): Promise<Json> {
  const call = (method: string) => async (path: string, body?: unknown) => {
    const { status, body: told, headers } = await way.send(method, `/v2/${path}`, body)
    return { status, body: told, headers: headers as Record<string, string>, text: JSON.stringify(told) }
  }
  const api = { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE'), multipart: refuse }
  return sampleOf({ api, merchant }, noun)
}

const refuse = (): never => {
  throw new Error('no sample needs a file')
}

function scene({ noun, plural, changes, own = () => ({}), deleted = true, more = [] }: Plain): Scene {
  const at = `/v2/${plural}/{id}`
  return {
    name: noun.replaceAll('_', ' '),
    async make(maker) {
      const once = own(maker.mark)
      const record = await sampled(maker, noun)
      return { ...once, id: (await maker.post(plural, noun, { ...record, ...once })).id, mark: maker.mark }
    },
    moves: [
      ...changes.map((change, index) => move(`change ${index + 1}`, `PUT ${at}`, { [noun]: change })),
      ...(deleted ? [move('delete', `DELETE ${at}`)] : []),
      ...more,
    ],
    looks: [at],
  }
}

const LEVEL3 = '/v2/transactionlevel3s'

const level3: Scene = {
  name: 'level 3 data',
  async make(maker) {
    const { transaction_id, level3_data } = await sampled(maker, 'transactionlevel3')
    const { body } = await maker.way.send('GET', `/v2/transactions/${transaction_id}?expand=transaction_level3`)
    const data = JSON.stringify(level3_data)
    return { id: body.transaction.transaction_level3.id, transaction: transaction_id, data, mark: maker.mark }
  },
  moves: [
    ...['2.00', '3.00'].map(sales_tax =>
      move(`sales tax ${sales_tax}`, `POST ${LEVEL3}`, ({ transaction, data = '' }: Stage) => ({
        transactionlevel3: { transaction_id: transaction, level3_data: { ...JSON.parse(data), sales_tax } },
      })),
    ),
    move('delete', `DELETE ${LEVEL3}/{id}`),
  ],
  looks: [`${LEVEL3}/{id}`],
}

const USER = '/v2/users/{id}'

const role: Scene = {
  name: 'role',
  async make(maker) {
    const user = { ...(await sampled(maker, 'user')), username: maker.mark, email: `${maker.mark}@example.com` }
    return { id: (await maker.post('users', 'user', user)).id, mark: maker.mark }
  },
  moves: [
    move('give', 'POST /v2/authroleusers', ({ id }: Stage) => ({ authroleuser: { user_id: id, auth_role_id: '300' } })),
    move('change', `PUT ${USER}`, { user: { user_type_id: 500 } }),
    move('take', 'DELETE /v2/authroleusers/{id}'),
  ],
  looks: [USER],
}

const BRANDING = '/v2/branding_domains/{id}'

/** Colours that can be read, each with what is there, and not both. */
const looks: Scene = {
  name: 'branding domain',
  async make(maker) {
    const own = { branding_domain_url: `${maker.mark}.example`, branding_domain_title: maker.mark }
    const place = { ...(await sampled(maker, 'location')), ...own }
    return { id: (await maker.post('locations', 'location', place)).branding_domain_id, mark: maker.mark }
  },
  moves: [
    move('dark text', `PUT ${BRANDING}`, { branding_domain: { page_text_color: '#222222' } }),
    move('dark card', `PUT ${BRANDING}`, {
      branding_domain: { page_card_color: '#101010', page_background_color: '#101010', page_link_color: '#ffffff' },
    }),
    logoOf(BRANDING),
  ],
  looks: [BRANDING],
}

export const settingScenes: Scene[] = [...PLAIN.map(scene), level3, role, looks]
