import { type Check, check, partCheck } from '../../check.ts'
import type { Answer, Json } from '../../client.ts'
import { answered, record, records, refused, same } from '../../expect.ts'
import { CARD, type Fields, newLocation, newProduct } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'

/** Addresses of the sandbox (public test data): one that matches and one that is refused. */
const GOOD = { billing_address: '5800 NW 39th AVE', billing_zip: '32606' }
const BAD = { billing_address: '2831 NW 41st St STE J', billing_zip: '32615' }

/** A location whose card product checks addresses, or does not. */
async function place(lab: Lab, run_avs_on_accountvault_create: number): Promise<string> {
  const { id } = await newLocation(lab)
  const product = await newProduct(lab, { location_id: id, run_avs_on_accountvault_create })
  answered(await lab.api.put(`locations/${id}`, { location: { default_cc: product.id } }), 200)
  return id
}

const store = (lab: Lab, location_id: string, over: Fields): Promise<Answer> =>
  lab.api.post('accountvaults', { accountvault: { ...CARD, location_id, ...over } })

const checksOf = async (lab: Lab, location_id: string): Promise<Json[]> =>
  records(await lab.api.get(`transactions?location_id=${location_id}`), 'transactions')

const vaultsOf = async (lab: Lab, location_id: string): Promise<Json[]> =>
  records(await lab.api.get(`accountvaults?location_id=${location_id}`), 'accountvaults')

export const addressChecks: Check[] = [
  check('AV-42', async lab => {
    for (const [setting, over, expected] of [
      [0, {}, 0],
      [0, { run_avs: 1 }, 1],
      [0, { run_avs: 0 }, 0],
      [1, {}, 1],
      [1, { run_avs: 0 }, 0],
      [1, { run_avs: true }, 1],
    ] as const) {
      const location_id = await place(lab, setting)
      record(await store(lab, location_id, { ...GOOD, ...over }), 'accountvault', 201)
      const found = await checksOf(lab, location_id)
      const what = `address checks with the setting ${setting} and ${JSON.stringify(over)}`
      same(
        found.map(each => [each.type_id, each.status_id]),
        Array(expected).fill([21, 121]),
        what,
      )
    }
  }),
  check('AV-43', async lab => {
    const location_id = await place(lab, 0)
    refused(await store(lab, location_id, { ...BAD, run_avs: 1 }))
    same(await vaultsOf(lab, location_id), [], 'vaults after a failed address check')
    record(await store(lab, location_id, { ...BAD }), 'accountvault', 201)
    same((await vaultsOf(lab, location_id)).length, 1, 'vaults after a create without a check')
  }),
  partCheck('AV-42', 'run_avs is a flag', async lab => {
    const location_id = await place(lab, 0)
    refused(await store(lab, location_id, { run_avs: 'perhaps' }), 'run_avs')
  }),
]
