import assert from 'node:assert/strict'
import type { SeededMerchant } from '../../sandbox/seed.ts'
import { rightsOf } from '../../src/auth/permissions.ts'
import { USER_TYPE, USER_TYPES } from '../../src/definition/caller.ts'
import type { Verb } from '../../src/definition/resource.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Client, Json, TestApp } from '../support/app.ts'

export const registry = bareRegistry()

/** A right that a step needs. */
export type Need = readonly [noun: string, verb: Verb]

/** The location tree: each location with its parent. `stranger` is the root of another merchant. */
const PARENT = { root: null, child: 'root', grandchild: 'child', sibling: 'root', stranger: null } as const
export type Level = keyof typeof PARENT

/** Whether a location lies at or below another one. */
export function isBelow(place: Level, above: Level): boolean {
  const parent = PARENT[place]
  return place === above || (parent !== null && isBelow(parent, above))
}

/** For the location of each user, the two where it tries every flow: one inside its tree and one outside. */
export const PLACES_OF = {
  root: ['child', 'stranger'],
  child: ['child', 'root'],
  grandchild: ['grandchild', 'child'],
  sibling: ['sibling', 'child'],
} as const satisfies Partial<Record<Level, readonly Level[]>>
type Standing = keyof typeof PLACES_OF
const STANDINGS = Object.keys(PLACES_OF) as Standing[]

export interface UserKind {
  type: number
  level: Standing
}

/**
 * Returns the users to create. Types with the same rights among `needs` form a group: the first type of a group gets a
 * user at every level, the others get one at the child location.
 */
export function userKinds(needs: readonly Need[]): UserKind[] {
  const alike = Map.groupBy(USER_TYPES_BY_USE, type =>
    JSON.stringify(needs.map(([noun, verb]) => rightsOf(type, noun).includes(verb))),
  )
  return [...alike.values()].flatMap(([first, ...others]) => [
    ...STANDINGS.map(level => ({ type: first!, level })),
    ...others.map(type => ({ type, level: 'child' as const })),
  ])
}

/** Administrators come first, so they and not operators represent the types with the most rights. */
const USER_TYPES_BY_USE = USER_TYPES.toSorted((a, b) => Number(b === USER_TYPE.admin) - Number(a === USER_TYPE.admin))

/** A user with a key, a signature key and a password. */
export interface User extends UserKind {
  user_id: string
  user_api_key: string
  user_hash_key: string
  username: string
  password: string
  domain: string
  api: Client
}

/** A location and the records that flows need there. The merchant's administrator created them. */
export interface Place {
  level: Level
  location_id: string
  product_transaction_id: string
  contact_id: string
  terminal_id: string
  location_api_key: string
  ticket_hash_key: string
}

export type Places = Readonly<Record<Level, Place>>

/** Creates the locations below the seeded ones and the records that flows need at each location. */
export async function makePlaces(t: TestApp): Promise<Places> {
  const [own, other] = t.merchants
  const branch = (parent_id: string, name: string) =>
    made(t.api, 'location', { parent_id, name, branding_domain_url: own.user.domain })
  const grandchild = await branch(own.child_location_id, 'Corner')
  const sibling = await branch(own.location_id, 'Harbor')
  const seeded = (merchant: SeededMerchant) => ({
    location_id: merchant.location_id,
    product_transaction_id: merchant.cc_product_transaction_id,
  })
  const equip = (level: Level, location_id: string, product?: string) => equipped(t, level, location_id, product)
  return {
    root: await equip('root', own.location_id, seeded(own).product_transaction_id),
    child: await equip('child', own.child_location_id, own.child_cc_product_transaction_id),
    grandchild: await equip('grandchild', grandchild.id),
    sibling: await equip('sibling', sibling.id),
    stranger: await equip('stranger', other.location_id, seeded(other).product_transaction_id),
  }
}

async function equipped(t: TestApp, level: Level, location_id: string, product?: string): Promise<Place> {
  const api = level === 'stranger' ? t.stranger : t.api
  if (!product) {
    for (const noun of ['product_file', 'product_accountvault', 'product_recurring'])
      await made(api, noun, { location_id, title: 'Switched on' })
    const sample = await t.api.producttransactions.get(t.merchants[0].child_cc_product_transaction_id)
    product = (await made(api, 'producttransaction', { ...sample, location_id, title: 'Cards' })).id as string
    assert.equal((await api.put(`locations/${location_id}`, { location: { default_cc: product } })).status, 200)
  }
  const till = { terminal_manufacturer_id: 100, terminal_application_id: '000000000000000000000101' }
  const serial_number = `WALK${level}`
  const terminal = { ...till, location_id, title: 'Counter', serial_number, default_product_transaction_id: product }
  const { location_api_key, ticket_hash_key } = (await api.get(`locations/${location_id}`)).body.location
  return {
    level,
    location_id,
    product_transaction_id: product,
    contact_id: (await made(api, 'contact', { location_id, last_name: nameAt(level) })).id,
    terminal_id: (await made(api, 'terminal', terminal)).id,
    location_api_key,
    ticket_hash_key,
  }
}

/** Returns the last name of the contact at a location. */
export function nameAt(level: Level): string {
  return `Person-at-${level}`
}

const PASSWORD = 'Juniper-Lantern-93'

/** Creates one user through the API as the merchant's administrator. */
export async function makeUser(t: TestApp, places: Places, { type, level }: UserKind): Promise<User> {
  const username = `walker-${type}-${level}`
  const { domain } = t.merchants[0].user
  const body = { username, last_name: 'Walker', email: `${username}@example.com`, user_type_id: 500 }
  const place = { primary_location_id: places[level].location_id }
  const user = await made(t.api, 'user', { ...body, ...place })
  const keys = await Promise.all(
    ['generateuserapikey', 'generateuserhashkey'].map(name => t.api.post(`users/${user.id}/${name}`)),
  )
  const { user_api_key } = keys[0]!.body.user
  const { user_hash_key } = keys[1]!.body.user
  const api = t.user({ user_id: user.id, user_api_key })
  // Pages reject a password that another user has set, so the user sets it.
  assert.equal((await api.put(`users/${user.id}`, { user: { password: PASSWORD } })).status, 200)
  // An administrator cannot create operators or any type with more rights than its own, so SQL sets the type.
  await t.owner.run('update "user" set user_type_id = $2 where id = $1', [user.id, type])
  return { type, level, user_id: user.id, user_api_key, user_hash_key, username, password: PASSWORD, domain, api }
}

/** Creates a record through the API. Fails unless the answer is 201. */
export async function made(api: Client, noun: string, body: Json): Promise<Json> {
  const answer = await api.post(registry.get(noun).resource.plural, { [noun]: body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body[noun]
}
