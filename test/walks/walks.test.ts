/**
 * Walks every flow as every type of user. Of types with the same rights, one walks at every level of the location tree
 * and the others at the child location. `expected` derives the required outcome from the rights and the tree.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { USER_TYPE } from '../../src/definition/caller.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { ACCESS_FLOWS } from './access-flows.ts'
import { expected } from './expected.ts'
import { PAYMENT_FLOWS } from './payment-flows.ts'
import { RECORD_FLOWS } from './record-flows.ts'
import { made, makePlaces, makeUser, PLACES_OF, type Places, type User, userKinds } from './users.ts'
import { type Flow, outcomeOf, type Visit } from './visit.ts'

let t: TestApp
let places: Places
let clients: Visit['clients']
const users: User[] = []
let count = 0

before(async () => {
  const { sign_in } = readConfig({})
  // All users share one address here. Other tests cover the limits on sign-ins and payments per address.
  const config = { payer_tries: 100_000, sign_in: { ...sign_in, wrong_keys_per_address: 100_000 } }
  t = await testApp('walks', { config, requests_per_minute: { credential: 1_000_000, address: 1_000_000 } })
  places = await makePlaces(t)
  const needs = [...ACCESS_FLOWS, ...PAYMENT_FLOWS].flatMap(flow => flow.needs)
  for (const kind of userKinds(needs)) users.push(await makeUser(t, places, kind))
  const redirect_uri = 'https://shop.example/cb'
  const names = { name: 'Own', description: 'Of the merchant', homepage_url: 'https://shop.example' }
  const { oauthclient } = (
    await t.api.post('oauthclients', { oauthclient: { ...names, redirect_urls: [redirect_uri] } })
  ).body
  const { client_id, client_secret, redirect_uris } = t.oauth
  clients = {
    'of the operator': { client_id, client_secret, redirect_uri: redirect_uris[0]! },
    'of the merchant': { ...oauthclient, redirect_uri },
  }
})
after(() => t.close())

/** Administrators have the most rights of the types that a merchant can assign. */
const hasMostRights = ({ type }: User): boolean => type === USER_TYPE.admin

for (const flow of [...ACCESS_FLOWS, ...PAYMENT_FLOWS])
  test(`${flow.name}: every type of user`, async () => {
    assert.deepEqual(await differences(flow, users), [])
  })

for (const flow of RECORD_FLOWS)
  test(`${flow.name}: at every level`, async () => {
    assert.deepEqual(await differences(flow, users.filter(hasMostRights)), [])
  })

/** Walks a flow as these users. Returns one line for each walk that ended differently than `expected` says. */
async function differences(flow: Flow, walking: readonly User[]): Promise<string[]> {
  const differs: string[] = []
  let areDone = 0
  for (const user of walking) {
    for (const level of flow.names === 'nothing' ? [user.level] : PLACES_OF[user.level]) {
      const wanted = expected(flow, user, level)
      const found = await outcomeOf(flow, visitOf(user, level))
      if (found === 'done') areDone += 1
      if (found !== wanted) differs.push(`${user.type} of ${user.level} at ${level}: ${found} instead of ${wanted}`)
      // A missing right has the same outcome at every location.
      if (wanted === 'forbidden' && found === wanted) break
    }
  }
  // Refusals prove little unless some user completes the flow.
  return areDone > 0 ? differs : [...differs, 'no user completes it']
}

function visitOf(user: User, level: keyof Places): Visit {
  count += 1
  const place = places[level]
  const owner = level === 'stranger' ? t.stranger : t.api
  const administrator = users.find(each => each.type === USER_TYPE.admin && each.level === level)?.api ?? owner
  return {
    ...{ t, user, place, api: user.api, mark: `walk${count}`, clients, administrator },
    there: (noun, body) => made(owner, noun, body),
  }
}
