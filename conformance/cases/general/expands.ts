import { type Check, check, partCheck } from '../../check.ts'
import { record, records, refused, same } from '../../expect.ts'
import { newInvoice, newVault, tagBody } from '../../fixtures.ts'
import { SAMPLES, sampleMade } from '../../samples.ts'

export const expandChecks: Check[] = [
  check('GEN-35', async lab => {
    const { id } = await newInvoice(lab, { contact_id: lab.merchant.contact_id })
    const found = record(
      await lab.api.get(`quickinvoices/${id}?expand=location,contact,created_user`),
      'quickinvoice',
      200,
    )
    same(found.location?.id, lab.merchant.location_id, 'the id of the expanded location')
    same(found.contact?.id, lab.merchant.contact_id, 'the id of the expanded contact')
    same(found.created_user?.id, lab.merchant.user.user_id, 'the id of the expanded created_user')
    refused(await lab.api.get(`quickinvoices/${id}?expand=location,nothing_of_the_kind`), 'nothing_of_the_kind')
  }),
  partCheck('GEN-35', 'a write with an unknown name stores nothing', async lab => {
    const body = tagBody(lab)
    refused(await lab.api.post('tags?expand=nothing_of_the_kind', { tag: body }), 'nothing_of_the_kind')
    same(
      records(await lab.api.get(`tags?title=${encodeURIComponent(body.title)}`), 'tags'),
      [],
      'tags a refused create left',
    )
    records(await lab.api.get('tags?expand=created_user'), 'tags')
  }),
  check('GEN-36', async lab => {
    const { id } = await newVault(lab, { contact_id: lab.merchant.contact_id })
    const found = record(await lab.api.get(`accountvaults/${id}?expand=location`), 'accountvault', 200)
    same(found.location?.id, lab.merchant.location_id, 'the id of the expanded location')
    same('contact' in found, false, 'whether contact is embedded that was not asked for')
    const [listed] = records(await lab.api.get(`accountvaults?id=${id}&expand=location`), 'accountvaults')
    same(listed.location?.id, lab.merchant.location_id, 'the id of the expanded location in a list')
  }),
  partCheck('GEN-36', 'on writes', async lab => {
    const { id } = await newInvoice(lab)
    const answer = await lab.api.put(`quickinvoices/${id}?expand=location`, { quickinvoice: { note: 'Expanded' } })
    same(record(answer, 'quickinvoice', 200).location?.id, lab.merchant.location_id, 'the id of the expanded location')
  }),
  check('GEN-37', async lab => {
    const { id } = await newInvoice(lab, { contact_id: lab.merchant.contact_id })
    const expands = {
      location: ['location', `locations/${lab.merchant.location_id}`],
      contact: ['contact', `contacts/${lab.merchant.contact_id}`],
      created_user: ['user', `users/${lab.merchant.user.user_id}`],
      cc_product_transaction: ['producttransaction', `producttransactions/${lab.merchant.cc_product_transaction_id}`],
    } as const
    const names = Object.keys(expands).join(',')
    const found = record(await lab.api.get(`quickinvoices/${id}?expand=${names}`), 'quickinvoice', 200)
    for (const [name, [noun, path]] of Object.entries(expands)) {
      const own = record(await lab.api.get(path), noun, 200)
      same(Object.keys(found[name] ?? {}), Object.keys(own), `the fields of the expanded ${name}`)
      same(found[name].id, own.id, `the id of the expanded ${name}`)
    }
  }),
  check('GEN-38', async lab => {
    for (const sample of SAMPLES) {
      const { id } = await sampleMade(lab, sample)
      const plain = record(await lab.api.get(`${sample.plural}/${id}`), sample.noun, 200)
      const embedded = [
        'location',
        'contact',
        'created_user',
        'modified_user',
        'account_vault',
        'transactions',
        'payment_url',
      ]
      same(
        embedded.filter(name => name in plain),
        [],
        `what ${sample.noun} embeds without being asked`,
      )
    }
  }),
]
