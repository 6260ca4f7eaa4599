import { parseArgs } from 'node:util'
import { txtRecords } from '../adapters/dns/txt-records.ts'
import type { Queryable } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import { momentInWords } from '../lib/local-date.ts'
import { hostOf } from '../lib/web-address.ts'
import { branding_domain } from '../resources/branding_domain/branding_domain.ts'
import { gatewayClock, type Operator, plainly } from './operator.ts'
import { operatorStore } from './operator-store.ts'

const OPTIONS = {
  own: { type: 'string', default: '' },
  release: { type: 'string', default: '' },
  merchant: { type: 'string', default: '' },
  prove: { type: 'boolean', default: false },
  resolver: { type: 'string', default: '' },
} as const

type Wanted = Record<'own' | 'release' | 'merchant' | 'resolver', string> & { prove: boolean }

/**
 * Lists branding addresses. `--prove` gives those that nobody owns to the merchants whom the TXT records of their names
 * say, `--own ADDRESS --merchant ID` by the operator's word, `--release ADDRESS` takes one back.
 */
export function brandingAddress(args: string[]): (operator: Operator) => Promise<void> {
  const wanted: Wanted = parseArgs({ args, options: OPTIONS }).values
  const asked = [wanted.own, wanted.release, wanted.prove].filter(Boolean).length
  if (asked > 1) throw new Error('branding-address does one thing at a time')
  if ((wanted.own !== '') !== (wanted.merchant !== ''))
    throw new Error('--own ADDRESS needs --merchant <root location id>')
  return operator => run(operator, wanted)
}

async function run(operator: Operator, { own, release, merchant, prove, resolver }: Wanted): Promise<void> {
  const { db, print } = operator
  if (prove) return proveAll(operator, resolver)
  if (own) {
    const known = (await addresses(db, own)).find(({ root_id }) => root_id === merchant)
    if (!known) throw new Error(`merchant ${merchant} has no location with the address ${own}`)
    await setOwner(operator, known, true)
    return print(`${known.url} belongs to merchant ${merchant}`)
  }
  if (release) {
    const owned = (await addresses(db, release)).find(({ owned_ts }) => owned_ts !== null)
    if (!owned) throw new Error(`nobody owns ${release}`)
    await setOwner(operator, owned, false)
    return print(`${owned.url} belongs to nobody, and signs nobody in`)
  }
  for (const each of await addresses(db, null)) print(lineOf(each))
}

interface Address {
  id: string
  root_id: string
  url: string
  owned_ts: number | null
}

function addresses(db: Queryable, url: string | null): Promise<Address[]> {
  return db.query<Address>(
    `select id, root_id, url, owned_ts from branding_domain
      where deleted_ts is null and ($1::text is null or lower(url) = $1) order by lower(url), created_ts limit 10000`,
    [url && (hostOf(url) ?? url.toLowerCase())],
  )
}

function lineOf({ url, root_id, owned_ts }: Address): string {
  if (owned_ts !== null) return `${url} belongs to merchant ${root_id} since ${momentInWords(owned_ts, 'UTC')}`
  return `${url} of merchant ${root_id} is not proven: it needs a TXT record ${nameOf(url)} with ${proofOf(root_id)}`
}

const nameOf = (url: string): string => `_tollgate.${url}`
const proofOf = (root_id: string): string => `tollgate-merchant=${root_id}`

/** The unique index decides between two merchants; the other one is told. */
async function setOwner(operator: Operator, { id, root_id, url }: Address, is_owned: boolean): Promise<void> {
  const clock = await gatewayClock(operator.db, operator.clock)
  const actor = { caller: systemCaller(root_id, 'operator') }
  const stored = operatorStore({ ...operator, clock }).transaction(actor, async work => {
    const locked = await work.lock(branding_domain, id)
    if (!locked) throw new Error(`${url} is gone`)
    return work.update(branding_domain, locked, { owned_ts: is_owned ? clock.seconds() : null })
  })
  await plainly(stored).catch((error: Error) => {
    throw is_owned ? new Error(`${url} belongs to another merchant: release it first`, { cause: error }) : error
  })
}

async function proveAll(operator: Operator, server: string): Promise<void> {
  const lookUp = txtRecords(server)
  const open = (await addresses(operator.db, null)).filter(({ owned_ts }) => owned_ts === null)
  let proven = 0
  for (const address of open) {
    if (!(await lookUp(nameOf(address.url))).includes(proofOf(address.root_id))) continue
    const stored = await setOwner(operator, address, true).catch((error: Error) => error)
    operator.print(stored instanceof Error ? stored.message : `${address.url} belongs to merchant ${address.root_id}`)
    if (!(stored instanceof Error)) proven += 1
  }
  operator.print(`${proven} of ${open.length} addresses were proven`)
}
