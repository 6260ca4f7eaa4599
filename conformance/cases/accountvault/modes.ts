/** Statements about account vaults beyond the field tables. Never: a check of another resource. */

import { type Check, check, partCheck } from '../../check.ts'
import type { Answer, Json } from '../../client.ts'
import { matches, record, records, refused, same } from '../../expect.ts'
import {
  BANK,
  bankVaultBody,
  CARD,
  cardVaultBody,
  type Fields,
  newBankVault,
  newSale,
  newVault,
  UNKNOWN,
} from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'

const create = (lab: Lab, fields: Fields): Promise<Answer> => lab.api.post('accountvaults', { accountvault: fields })
const made = async (lab: Lab, fields: Fields): Promise<Json> => record(await create(lab, fields), 'accountvault', 201)

/** Every required field is refused by name when it is left out or null, and the required ones are enough. */
async function needs(lab: Lab, body: () => Promise<Fields>, names: readonly string[]): Promise<void> {
  same(Object.keys(await body()).toSorted(), names.toSorted(), 'what this mode sends')
  for (const name of names) {
    const { [name]: _, ...rest } = await body()
    refused(await create(lab, rest), name)
    refused(await create(lab, { ...(await body()), [name]: null }), name)
  }
  await made(lab, await body())
}

/** A ticket for a card, as a page of the merchant gets one for a payer. */
async function newTicket(lab: Lab, over: Fields = {}): Promise<Json> {
  const { payment_method: _, ...card } = CARD
  const fields = { ...card, location_id: lab.merchant.location_id, ...over }
  return record(await lab.api.post('tickets', { ticket: fields }), 'ticket', 201)
}

export const modeChecks: Check[] = [
  check('AV-02', async lab => {
    for (const payment_method of ['card', 'c', '', 'CASH', null, 7, ['cc']]) {
      refused(await create(lab, { ...cardVaultBody(lab), payment_method }), 'payment_method')
    }
    const { payment_method: _, ...rest } = cardVaultBody(lab)
    refused(await create(lab, rest), 'payment_method')
    const { id } = await newVault(lab)
    await lab.api.put(`accountvaults/${id}`, { accountvault: { payment_method: 'ach' } })
    same(
      record(await lab.api.get(`accountvaults/${id}`), 'accountvault').payment_method,
      'cc',
      'payment_method after an update',
    )
  }),
  check(['AV-07', 'AV-12', 'AV-14', 'AV-17', 'AV-52', 'GEN-14'], async lab => {
    await needs(lab, async () => bankVaultBody(lab), [...Object.keys(BANK), 'location_id'])
  }),
  check(['AV-11', 'AV-51', 'GEN-14'], async lab => {
    await needs(lab, async () => cardVaultBody(lab), [...Object.keys(CARD), 'location_id'])
    same((await newBankVault(lab)).exp_date, null, 'exp_date of a bank account')
  }),
  check('AV-53', async lab => {
    const { location_id } = lab.merchant
    const body = async (): Promise<Fields> => ({ payment_method: 'cc', ticket: (await newTicket(lab)).id, location_id })
    for (const name of ['payment_method', 'location_id']) {
      const { [name]: _, ...rest } = await body()
      refused(await create(lab, rest), name)
    }
    refused(await create(lab, { payment_method: 'cc', location_id }), 'account_number')
    const vault = await made(lab, await body())
    same(
      [vault.first_six, vault.last_four, vault.exp_date],
      ['411111', '1111', '1249'],
      'what the vault shows of the card',
    )
  }),
  check('AV-37', async lab => {
    const { location_id } = lab.merchant
    const { id } = await newTicket(lab)
    const body = { payment_method: 'cc', ticket: id, location_id }
    await made(lab, body)
    refused(await create(lab, body), 'ticket')
    for (const ticket of [UNKNOWN, 'x', '000000000', 'x'.repeat(37), {}])
      refused(await create(lab, { ...body, ticket }), 'ticket')
  }),
  check(['AV-39', 'AV-54'], async lab => {
    const { location_id } = lab.merchant
    const sale = await newSale(lab, '3.33', { account_number: '5454545454545454' })
    const body = async (): Promise<Fields> => ({ payment_method: 'cc', previous_transaction_id: sale.id, location_id })
    for (const name of ['payment_method', 'location_id']) {
      const { [name]: _, ...rest } = await body()
      refused(await create(lab, rest), name)
    }
    const vault = await made(lab, await body())
    same([vault.first_six, vault.last_four], [sale.first_six, sale.last_four], 'first_six and last_four')
    same([vault.first_six, vault.account_type], ['545454', 'mc'], 'first_six and account_type')
    const theirs = { ...(await body()), previous_transaction_id: UNKNOWN }
    refused(await create(lab, theirs), 'previous_transaction_id')
  }),
  check('AV-40', async lab => {
    const { location_id } = lab.merchant
    for (const vault of [await newVault(lab), await newBankVault(lab)]) {
      const { payment_method } = vault
      const copy = await made(lab, { payment_method, previous_account_vault_id: vault.id, location_id })
      same(copy.id === vault.id, false, 'whether the copy has the id of the vault')
      same(
        [copy.first_six, copy.last_four, copy.account_type],
        [vault.first_six, vault.last_four, vault.account_type],
        'first_six, last_four and account_type',
      )
    }
    for (const previous_account_vault_id of [UNKNOWN, 'a'.repeat(23), 'a'.repeat(37)]) {
      refused(
        await create(lab, { payment_method: 'cc', previous_account_vault_id, location_id }),
        'previous_account_vault_id',
      )
    }
  }),
  check('AV-41', async lab => {
    const { location_id } = lab.merchant
    const account_vault_api_id = lab.unique()
    const vault = await newVault(lab, { account_vault_api_id })
    const body = { payment_method: 'cc', previous_account_vault_api_id: account_vault_api_id, location_id }
    const copy = await made(lab, body)
    same(
      [copy.first_six, copy.last_four, copy.exp_date],
      [vault.first_six, vault.last_four, vault.exp_date],
      'what the copy shows',
    )
    for (const wrong of [lab.unique(), 'x'.repeat(65)]) {
      refused(await create(lab, { ...body, previous_account_vault_api_id: wrong }), 'previous_account_vault_api_id')
    }
  }),
  check('AV-38', async lab => {
    const { location_id } = lab.merchant
    const track = '%B4111111111111111^TEST CARD/VI^49121015432112345678?;4111111111111111=49121015432112345678?'
    const vault = await made(lab, { payment_method: 'cc', location_id, track_data: track })
    same(
      [vault.first_six, vault.last_four, vault.exp_date],
      ['411111', '1111', '1249'],
      'what the vault shows of the card',
    )
    same('track_data' in vault, false, 'whether track_data is returned')
    const full = track.padEnd(256, ' ')
    const long = await create(lab, { payment_method: 'cc', location_id, track_data: `${full} ` })
    refused(long, 'track_data')
    for (const wrong of ['%B4111', 'no track', {}, 7]) {
      refused(await create(lab, { payment_method: 'cc', location_id, track_data: wrong }), 'track_data')
    }
  }),
  check('AV-55', async lab => {
    const { location_id } = lab.merchant
    const sale = await newSale(lab, '3.34')
    for (const fields of [
      cardVaultBody(lab),
      bankVaultBody(lab),
      { payment_method: 'cc', ticket: (await newTicket(lab)).id, location_id },
      { payment_method: 'cc', previous_transaction_id: sale.id, location_id },
    ]) {
      matches((await made(lab, fields)).id, /^.{24,36}$/, 'the id of the vault')
    }
  }),
  partCheck('AV-55', 'two sources of an account', async lab => {
    const { id } = await newVault(lab)
    refused(await create(lab, { ...cardVaultBody(lab), previous_account_vault_id: id }))
  }),
  check('AV-12', async lab => {
    for (const account_type of ['foo', 'visa', 'Checking account', 'x'.repeat(33), '']) {
      refused(await create(lab, { ...bankVaultBody(lab), account_type }), 'account_type')
    }
    const { id, account_type } = await newBankVault(lab, { account_type: 'savings' })
    same(account_type, 'savings', 'account_type')
    await lab.api.put(`accountvaults/${id}`, { accountvault: { account_type: 'checking' } })
    const [after] = records(await lab.api.get(`accountvaults?id=${id}`), 'accountvaults')
    same(after.account_type, 'savings', 'account_type after an update')
  }),
]
