import { type Check, check } from '../check.ts'
import type { Answer, Json } from '../client.ts'
import { answered, records, refusedWith, same, that } from '../expect.ts'
import type { Lab } from '../lab.ts'
import { offered } from './offered.ts'

/** Opens an address made of the caller's own data, as a merchant's software makes it. */
const open = async (lab: Lab, data: string): Promise<Answer> => {
  const query = new URLSearchParams({ 'developer-id': lab.sandbox.developer_id, data })
  return offered(await lab.as({ accept: 'text/html' }).get(`contactsso?${query}`), '/v2/contactsso')
}

const hex = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('hex')

export const ssoChecks: Check[] = [
  check('AUTH-SSO-01', async lab => {
    const { user, location_id } = lab.merchant
    const contact_api_id = lab.unique()
    const good = {
      timestamp: await lab.seconds(),
      user_id: user.user_id,
      user_api_key: user.user_api_key,
      location_id,
      contact_api_id,
      first_name: 'Pat',
      last_name: 'Example',
    }
    const signed = answered(await open(lab, hex(good)), 302)
    const location = signed.headers.get('location') ?? ''
    that(location !== '' && !location.includes(user.user_api_key), 'the redirect is missing or carries the key')
    same(
      records(await lab.api.get(`contacts?contact_api_id=${contact_api_id}`), 'contacts').length,
      1,
      'contacts of the api id',
    )
    refusedWith(await open(lab, hex({ ...good, user_api_key: `${user.user_api_key}x` })), 401)
    refusedWith(await open(lab, hex({ ...good, timestamp: good.timestamp - 16 * 60 })), 401)
    refusedWith(await open(lab, 'nothing'), 400)
    refusedWith(await open(lab, hex('nothing')), 400, 401, 422)
  }),
]
