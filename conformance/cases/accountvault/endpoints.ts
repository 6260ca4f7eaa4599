import { type Check, check, partCheck } from '../../check.ts'
import { answered, bare, record, records, refused, refusedWith, same, that } from '../../expect.ts'
import { newBankVault, newRecurring, newVault, UNKNOWN } from '../../fixtures.ts'

const EXPANDS = [
  'location',
  'contact',
  'signature',
  'created_user',
  'product_transaction',
  'account_vault_cau_product_transaction',
  'account_vault_cau_logs',
]

const BIN_FIELDS = [
  'issuer_bank_name',
  'country_code',
  'detail_card_product',
  'detail_card_indicator',
  'fsa_indicator',
  'prepaid_indicator',
  'product_id',
  'regulator_indicator',
  'visa_product_sub_type',
  'visa_large_ticket_indicator',
  'account_fund_source',
  'card_class',
  'token_ind',
  'issuing_network',
]

export const vaultEndpointChecks: Check[] = [
  check('AV-56', async lab => {
    const { id } = await newVault(lab)
    const answer = await lab.api.put(`accountvaults/${id}`, { accountvault: { title: 'Other', billing_zip: '14850' } })
    const changed = record(answer, 'accountvault', 200)
    same([changed.title, changed.billing_zip], ['Other', '14850'], 'title and billing_zip')
    refusedWith(await lab.stranger.put(`accountvaults/${id}`, { accountvault: { title: 'Theirs' } }), 404)
  }),
  check('AV-58', async lab => {
    const made = await newVault(lab)
    same(
      record(await lab.api.get(`accountvaults/${made.id}`), 'accountvault', 200),
      made,
      'the vault read after the create',
    )
    refusedWith(await lab.stranger.get(`accountvaults/${made.id}`), 404)
  }),
  check(['AV-57', 'AV-59', 'AV-62'], async lab => {
    const { location_id, child_location_id } = lab.merchant
    const account_vault_api_id = `v-${lab.unique()}`
    const above = await newVault(lab, { account_vault_api_id })
    const below = await newVault(lab, { account_vault_api_id, location_id: child_location_id })
    const path = (place: string): string => `accountvaults/${account_vault_api_id}?api_id=1&location_id=${place}`
    same(
      record(await lab.api.get(path(location_id)), 'accountvault', 200).id,
      above.id,
      'the vault found at the parent',
    )
    same(
      record(await lab.api.get(path(child_location_id)), 'accountvault', 200).id,
      below.id,
      'the vault found at the child',
    )
    refusedWith(await lab.api.get(path(lab.other.location_id)), 404)
    refusedWith(await lab.stranger.get(path(location_id)), 404)
    refusedWith(await lab.api.get(`accountvaults/${account_vault_api_id}`), 404)

    const changed = await lab.api.put(path(child_location_id), { accountvault: { title: 'By api id' } })
    same(record(changed, 'accountvault', 200).id, below.id, 'the id of the vault that was updated')
    same(
      record(await lab.api.get(`accountvaults/${below.id}`), 'accountvault').title,
      'By api id',
      'title of that vault',
    )
    same(record(await lab.api.get(`accountvaults/${above.id}`), 'accountvault').title, null, 'title of the other vault')

    bare(await lab.api.delete(path(child_location_id)))
    answered(await lab.api.get(`accountvaults/${below.id}`), 404)
    refusedWith(await lab.api.delete(path(child_location_id)), 404)
    answered(await lab.api.get(`accountvaults/${above.id}`), 200)
  }),
  check('AV-60', async lab => {
    const customer_id = lab.unique()
    const one = await newVault(lab, { customer_id, contact_id: lab.merchant.contact_id })
    const two = await newBankVault(lab, { customer_id })
    const list = (query: string) => lab.api.get(`accountvaults?customer_id=${customer_id}&${query}`)
    const all = records(await list(`location_id=${lab.merchant.location_id}&expand=contact`), 'accountvaults')
    same(all.map(each => each.id).toSorted(), [one.id, two.id].toSorted(), 'the vaults of one customer_id')
    same(all.find(each => each.id === one.id)?.contact?.id, lab.merchant.contact_id, 'the id of the expanded contact')
    same(all.find(each => each.id === two.id)?.contact, null, 'the contact of a vault without one')
    same(
      records(await list('payment_method=ach'), 'accountvaults').map(each => each.id),
      [two.id],
      'the bank accounts of one customer_id',
    )
    same((await list('page_size=1')).body.meta.pagination.pageCount, 2, 'pageCount')
  }),
  check(['AV-61', 'ERR-01'], async lab => {
    const { id } = await newVault(lab)
    refusedWith(await lab.stranger.delete(`accountvaults/${id}`), 404)
    bare(await lab.api.delete(`accountvaults/${id}`))
    answered(await lab.api.get(`accountvaults/${id}`), 404)
    refusedWith(await lab.api.delete(`accountvaults/${id}`), 404)
    refusedWith(await lab.api.delete(`accountvaults/${UNKNOWN}`), 404)
  }),
  check(['AV-63', 'ERR-05'], async lab => {
    const { id } = await newVault(lab)
    const recurring = await newRecurring(lab, { account_vault_id: id })
    refused(await lab.api.delete(`accountvaults/${id}`))
    answered(await lab.api.get(`accountvaults/${id}`), 200)
    bare(await lab.api.delete(`recurrings/${recurring.id}`))
    bare(await lab.api.delete(`accountvaults/${id}`))
  }),
  ...EXPANDS.map(name =>
    partCheck(name.includes('_cau_') ? ['AV-64', 'AV-65'] : 'AV-64', name, async lab => {
      const { id } = await lab.once('vault with contact', () => newVault(lab, { contact_id: lab.merchant.contact_id }))
      const found = record(await lab.api.get(`accountvaults/${id}?expand=${name}`), 'accountvault', 200)
      that(name in found, `${name} is missing`)
      const ids: Record<string, string> = {
        location: lab.merchant.location_id,
        contact: lab.merchant.contact_id,
        created_user: lab.merchant.user.user_id,
      }
      if (name in ids) same(found[name]?.id, ids[name], `the id of the expanded ${name}`)
    }),
  ),
  check(['BIN-01', 'BIN-03'], async lab => {
    for (const account_number of ['4111111111111111', '5454545454545454', '371449635398431', '6011000995500000']) {
      const { id } = await newVault(lab, { account_number })
      const found = record(await lab.api.get(`accountvaults/${id}/bininfo`), 'bininfo', 200)
      same(Object.keys(found).toSorted(), BIN_FIELDS.toSorted(), 'the fields of bininfo')
    }
    refusedWith(await lab.api.get(`accountvaults/${UNKNOWN}/bininfo`), 404)
  }),
  check('BIN-02', async lab => {
    for (const account_number of ['4111111111111111', '4005562231212149', '5405222222222226', '6011000995500000']) {
      const { id } = await newVault(lab, { account_number })
      const { issuing_network, ...found } = record(await lab.api.get(`accountvaults/${id}/bininfo`), 'bininfo', 200)
      for (const [name, value] of Object.entries(found))
        that(typeof value === 'string', `${name} is ${JSON.stringify(value)}`)
      that(
        issuing_network === null || typeof issuing_network === 'string',
        `issuing_network is ${JSON.stringify(issuing_network)}`,
      )
    }
  }),
]
