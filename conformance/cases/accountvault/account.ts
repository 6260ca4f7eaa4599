import { type Check, check, partCheck } from '../../check.ts'
import type { Answer, Json } from '../../client.ts'
import { different, record, records, refused, same, that } from '../../expect.ts'
import { BANK, bankVaultBody, CARD, cardVaultBody, newBankVault, newRecurring, newVault } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'

const create = (lab: Lab, fields: object): Promise<Answer> => lab.api.post('accountvaults', { accountvault: fields })
const update = (lab: Lab, id: string, fields: object): Promise<Answer> =>
  lab.api.put(`accountvaults/${id}`, { accountvault: fields })
const read = async (lab: Lab, id: string): Promise<Json> =>
  record(await lab.api.get(`accountvaults/${id}`), 'accountvault', 200)

/** No answer contains the number, nor a field of its name. */
function silent(answer: Answer, number: string): void {
  that(!answer.text.includes(number), `the answer to ${answer.asked.split(' {')[0]} holds the account number`)
  that(
    !answer.text.includes('"account_number":"'),
    `the answer to ${answer.asked.split(' {')[0]} has a field account_number`,
  )
  that(!answer.text.includes('track_data'), `the answer to ${answer.asked.split(' {')[0]} has a field track_data`)
}

/** The month this many months after the gateway's current one, as MMYY. */
async function monthFromNow(lab: Lab, months: number): Promise<string> {
  const now = Temporal.Instant.fromEpochMilliseconds((await lab.seconds()) * 1000).toZonedDateTimeISO(
    'America/New_York',
  )
  const { month, year } = now.toPlainDate().toPlainYearMonth().add({ months })
  return `${String(month).padStart(2, '0')}${String(year).slice(2)}`
}

export const accountChecks: Check[] = [
  check('AV-09', async lab => {
    for (const body of [cardVaultBody(lab), bankVaultBody(lab)]) {
      const number = body.account_number
      const answer = await create(lab, body)
      const { id } = record(answer, 'accountvault', 201)
      const recurring = await newRecurring(lab, {
        account_vault_id: id,
        ...(body.payment_method === 'ach' ? { product_transaction_id: lab.merchant.ach_product_transaction_id } : {}),
      })
      for (const each of [
        answer,
        await update(lab, id, { title: 'Silent' }),
        await lab.api.get(`accountvaults/${id}`),
        await lab.api.get(`accountvaults?id=${id}&expand=location,contact,created_user,product_transaction`),
        await lab.api.get(`recurrings/${recurring.id}?expand=account_vault`),
        await create(lab, { ...body, exp_date: '9999', routing: '1' }),
      ]) {
        silent(each, number)
      }
    }
  }),
  check(['AV-44', 'AV-45', 'AV-13'], async lab => {
    for (const [account_number, brand] of [
      ['4111111111111111', 'visa'],
      ['4012888888881881', 'visa'],
      ['5454545454545454', 'mc'],
      ['6011000995500000', 'disc'],
      ['371449635398431', 'amex'],
    ] as const) {
      const vault = await newVault(lab, { account_number })
      same(
        [vault.first_six, vault.last_four],
        [account_number.slice(0, 6), account_number.slice(-4)],
        'first_six and last_four',
      )
      same(vault.account_type, brand, `account_type of ${account_number.slice(0, 6)}`)
    }
    const bank = await newBankVault(lab, { account_number: '001234560567' })
    same(bank.last_four, '0567', 'last_four of a bank account number with zeros in front')
  }),
  check('AV-08', async lab => {
    for (const account_number of [
      '4111111111111112',
      '411111111111111',
      '4111-1111-1111-1111',
      '4111 1111 1111 1111',
      'abcd',
    ]) {
      refused(await create(lab, { ...cardVaultBody(lab), account_number }), 'account_number')
    }
    const before = await newVault(lab)
    await update(lab, before.id, { account_number: '5454545454545454' })
    const after = await read(lab, before.id)
    same(
      [after.first_six, after.last_four, after.account_type],
      ['411111', '1111', 'visa'],
      'what the vault shows after an update of the number',
    )
  }),
  check('AV-10', async lab => {
    for (const exp_date of ['1330', '0030', '12/3', '2030', 'abcd', '0120']) {
      refused(await create(lab, { ...cardVaultBody(lab), exp_date }), 'exp_date')
    }
    const { id } = await newVault(lab, { exp_date: '1230' })
    refused(await update(lab, id, { exp_date: '1330' }), 'exp_date')
    same(
      record(await update(lab, id, { exp_date: '0131' }), 'accountvault', 200).exp_date,
      '0131',
      'exp_date after an update',
    )
  }),
  check('AV-46', async lab => {
    for (const months of [0, 2, 14]) {
      const exp_date = await monthFromNow(lab, months)
      same((await newVault(lab, { exp_date })).expiring_in_months, months, `expiring_in_months of ${exp_date}`)
    }
    const { id } = await newVault(lab, { exp_date: await monthFromNow(lab, 2) })
    const answer = await update(lab, id, { exp_date: await monthFromNow(lab, 5) })
    same(record(answer, 'accountvault', 200).expiring_in_months, 5, 'expiring_in_months after an update of exp_date')
  }),
  check('AV-15', async lab => {
    const plain = await newVault(lab)
    const sent = await newVault(lab, { is_company: 1 })
    for (const name of ['is_company', 'ach_sec_code', 'account_type'])
      same(sent[name], plain[name], `${name} of a card sent with is_company`)
  }),
  check(['AV-16', 'AV-19'], async lab => {
    const person = await newBankVault(lab, { is_company: 0 })
    const company = await newBankVault(lab, { is_company: 1 })
    different(company.ach_sec_code, person.ach_sec_code, 'ach_sec_code of a company')
    for (const vault of [person, company]) {
      that(/^[A-Z0-9]{3}$/.test(vault.ach_sec_code), `ach_sec_code is ${JSON.stringify(vault.ach_sec_code)}`)
    }
  }),
  partCheck('AV-14', 'spellings', async lab => {
    for (const [sent, same_as] of [
      [1, true],
      [0, false],
    ]) {
      const one = await newBankVault(lab, { is_company: sent })
      const two = await newBankVault(lab, { is_company: same_as })
      same(one.is_company, two.is_company, `is_company sent as ${sent} and ${same_as}`)
    }
    for (const is_company of [2, 'yes', {}])
      refused(await create(lab, { ...bankVaultBody(lab), is_company }), 'is_company')
  }),
  check('AV-18', async lab => {
    const { id, routing, ...made } = await newBankVault(lab)
    same(routing, null, 'routing in the answer to a create')
    that(!JSON.stringify(made).includes(BANK.routing), 'the answer to a create holds the routing number')
    same((await read(lab, id)).routing, null, 'routing read after the create')
  }),
  partCheck('AV-17', 'check digit', async lab => {
    refused(await create(lab, { ...bankVaultBody(lab), routing: '072000327' }), 'routing')
  }),
  check('AV-32', async lab => {
    const body = cardVaultBody(lab)
    refused(await create(lab, { ...body, dl_number: 'L1' }))
    refused(await create(lab, { ...body, dl_state: 'MI' }))
    const { id } = await newVault(lab)
    refused(await update(lab, id, { dl_number: 'L1' }))
    refused(await update(lab, id, { dl_state: 'MI' }))
    same(
      record(await update(lab, id, { dl_number: 'L1', dl_state: 'MI' }), 'accountvault', 200).dl_state,
      'MI',
      'dl_state',
    )
  }),
  check('AV-26', async lab => {
    const account_vault_api_id = lab.unique()
    await newVault(lab, { account_vault_api_id })
    refused(await create(lab, { ...cardVaultBody(lab), account_vault_api_id }), 'account_vault_api_id')
    await newVault(lab, { account_vault_api_id, location_id: lab.merchant.child_location_id })
    const { id } = await newVault(lab)
    refused(await update(lab, id, { account_vault_api_id }), 'account_vault_api_id')
  }),
  check(['AV-27', 'AV-50'], async lab => {
    const { location_id } = lab.merchant
    const account_vault_api_id = lab.unique()
    const vault = await newVault(lab, { account_vault_api_id })
    const sale = { action: 'sale', payment_method: 'cc', location_id, transaction_amount: '2.50' }
    for (const named of [{ account_vault_id: vault.id }, { account_vault_api_id }]) {
      const answer = await lab.api.post('transactions', { transaction: { ...sale, ...named } })
      const paid = record(answer, 'transaction', 201)
      same(
        [paid.account_vault_id, paid.last_four, paid.status_id],
        [vault.id, '1111', 101],
        'vault, last_four and status of a sale',
      )
    }
    same(
      (await newRecurring(lab, { account_vault_id: vault.id })).account_vault_id,
      vault.id,
      'the vault of a recurring',
    )
  }),
  partCheck('AV-27', 'for a recurring', async lab => {
    const account_vault_api_id = lab.unique()
    const vault = await newVault(lab, { account_vault_api_id })
    const recurring = {
      account_vault_api_id,
      location_id: lab.merchant.location_id,
      interval: '1',
      interval_type: 'm',
      start_date: '2090-01-31',
      transaction_amount: '10.00',
    }
    const answer = await lab.api.post('recurrings', { recurring })
    same(record(answer, 'recurring', 201).account_vault_id, vault.id, 'the vault of a recurring')
  }),
  check('AV-47', async lab => {
    const vault = await newVault(lab)
    same([false, 0].includes(vault.has_recurring), true, 'whether has_recurring of a new vault says no')
    await newRecurring(lab, { account_vault_id: vault.id })
    same(
      [true, 1].includes((await read(lab, vault.id)).has_recurring),
      true,
      'whether has_recurring says yes with a recurring',
    )
  }),
  check('AV-48', async lab => same((await newVault(lab, { ...CARD })).active, 1, 'active of a new vault')),
  check('AV-04', async lab => {
    const { id } = await newVault(lab, { contact_id: lab.merchant.contact_id })
    const [found] = records(await lab.api.get(`accountvaults?id=${id}&expand=contact`), 'accountvaults')
    same(found?.contact?.id, lab.merchant.contact_id, 'the id of the expanded contact')
  }),
]
