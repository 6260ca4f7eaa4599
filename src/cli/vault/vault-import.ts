import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { systemCaller } from '../../definition/caller.ts'
import type { Settable } from '../../definition/resource.ts'
import type { Store, UnitOfWork } from '../../definition/store.ts'
import { noteEvents } from '../../events/note-event.ts'
import { storeVault } from '../../payments/vault/store-vault.ts'
import { fingerprintOf, vaulting } from '../../payments/vault/vault.ts'
import type { Vaulting } from '../../payments/vault/vaulting.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { accountvault } from '../../resources/accountvault/accountvault.ts'
import { contact } from '../../resources/contact/contact.ts'
import { newPlace, writeWhole } from '../atomic-write.ts'
import { gatewayClock, type Operator } from '../operator.ts'
import { operatorStore } from '../operator-store.ts'
import { readVault, type VaultFile } from './read-vault.ts'
import type { VaultLine } from './vault-line.ts'

const OPTIONS = {
  from: { type: 'string', default: '' },
  identity: { type: 'string', default: '' },
  location: { type: 'string', default: '' },
  ids: { type: 'string', default: '' },
} as const

/**
 * Stores the accounts of an export at a location, sealed under this gateway's own keys. The whole file is read and checked before the first
 * is stored. Run again, it adds what is missing and nothing else.
 */
export function vaultImport(args: string[]): (operator: Operator) => Promise<void> {
  const { from, identity, location, ids } = parseArgs({ args, options: OPTIONS }).values
  if (!from || !identity || !location || !ids)
    throw new Error(
      'vault-import needs --from and a file, --identity, --location and an id, and --ids a new file for the new ids',
    )
  const file: VaultFile = { path: from, identity }
  return async operator => {
    const { print } = operator
    const place = await placeOf(operator, location)
    const ids_place = await newPlace(ids, `tollgate-ids-${location}.tsv`)
    await readVault(file)
    const taken = await importAll(operator, place, file)
    const rows = taken.map(({ id, accountvault_id }) => `${id}\t${accountvault_id ?? ''}`)
    await writeWhole(ids_place, async () => Readable.from([Buffer.from(['old\tnew', ...rows, ''].join('\n'))]))
    const count = (became: Taken['became']) => taken.filter(each => each.became === became).length
    print(`${count('new')} accounts stored, ${count('known')} were here already; their ids are in ${ids_place}`)
    const alone = taken.filter(each => each.contact_missing).length
    if (alone > 0) print(`${alone} of them have no contact here with the contact_api_id of theirs, and none was made`)
    const conflicts = taken.filter(each => each.became === 'conflict')
    if (conflicts.length > 0)
      throw new Error(
        `${conflicts.length} accounts were left out, because another account here has their account_vault_api_id: ${conflicts.map(({ id }) => id).join(', ')}`,
      )
  }
}

async function placeOf({ db }: Operator, location: string): Promise<Place> {
  const [place] = await db.query<Place>(
    'select id, root_id, default_cc, default_ach from location where id = $1 and deleted_ts is null',
    [location],
  )
  if (!place) throw new Error(`there is no location ${location}`)
  return place
}

async function importAll(operator: Operator, place: Place, file: VaultFile): Promise<Taken[]> {
  const { db, ring } = operator
  const clock = await gatewayClock(db, operator.clock)
  const parts = {
    store: operatorStore({ ...operator, clock }),
    vault: vaulting({ db, cipher: ring, clock }),
    cipher: ring,
    clock,
    place,
  }
  const taken: Taken[] = []
  const { source, count } = await readVault(file, async (line, from) => {
    taken.push(await keepLine(parts, line, from))
  })
  const stored = taken.filter(({ became }) => became === 'new').length
  const details = { source, accountvaults: count, stored }
  const caller = systemCaller(place.root_id, 'operator')
  await noteEvents(db, clock, [
    { caller, location_id: place.id, noun: 'vault_import', record_id: place.id, verb: 'created', details },
  ])
  return taken
}

/** Where imported accounts go. */
interface Place {
  id: string
  root_id: string
  default_cc: string | null
  default_ach: string | null
}

/** What became of one account. */
interface Taken {
  /** At the gateway it comes from. */
  id: string
  accountvault_id: string | null
  became: 'new' | 'known' | 'conflict'
  contact_missing: boolean
}

interface Parts {
  store: Store
  vault: Vaulting
  cipher: Cipher
  clock: Clock
  place: Place
}

/** Stores one account, all of it or nothing, unless it is here: by its origin, or by its api id with the same number. */
function keepLine({ store, vault, cipher, clock, place }: Parts, line: VaultLine, source: string): Promise<Taken> {
  return store.transaction({ caller: systemCaller(place.root_id, 'operator') }, async work => {
    // Whoever imports the same file at the same moment waits here, and finds what was stored.
    await work.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${place.id} ${source} ${line.id}`])
    const [known] = await work.query<{ accountvault_id: string }>(
      'select accountvault_id from imported_vault where location_id = $1 and source = $2 and source_id = $3',
      [place.id, source, line.id],
    )
    if (known) return taken(line, known.accountvault_id, 'known', false)
    const namesake = await namesakeOf(work, place, line)
    if (namesake && namesake.fingerprint !== fingerprintOf(cipher, line.account))
      return taken(line, null, 'conflict', false)
    const holder = await contactOf(work, place, line)
    const storeAccount = async () =>
      (await storeVault(work, await vault.keep(work, place.id, line.account), recordOf(line, place, holder))).id
    const stored = namesake?.id ?? (await storeAccount())
    await work.query(
      'insert into imported_vault (root_id, location_id, source, source_id, accountvault_id, created_ts) values ($1, $2, $3, $4, $5, $6)',
      [place.root_id, place.id, source, line.id, stored, clock.seconds()],
    )
    return taken(line, stored, namesake ? 'known' : 'new', line.contact !== null && holder === null)
  })
}

async function namesakeOf(work: UnitOfWork, place: Place, { fields }: VaultLine) {
  if (!fields.account_vault_api_id) return null
  const [row] = await work.query<{ id: string; fingerprint: string }>(
    `select v.id, i.fingerprint from accountvault v join instrument i on i.id = v.instrument_id
      where v.location_id = $1 and v.account_vault_api_id = $2 and v.deleted_ts is null`,
    [place.id, fields.account_vault_api_id],
  )
  return row ?? null
}

/** Contacts are known to both gateways by the merchant's own id for them, and by nothing else. */
async function contactOf(work: UnitOfWork, { id: location_id }: Place, line: VaultLine): Promise<string | null> {
  const contact_api_id = line.contact?.contact_api_id
  if (!contact_api_id) return null
  return (await work.find(contact, { location_id, contact_api_id }))?.id ?? null
}

function recordOf({ account, fields }: VaultLine, place: Place, contact_id: string | null) {
  const product = account.payment_method === 'cc' ? place.default_cc : place.default_ach
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return {
    ...(set as Settable<typeof accountvault>),
    location_id: place.id,
    contact_id,
    product_transaction_id: product,
  }
}

function taken(
  { id }: VaultLine,
  accountvault_id: string | null,
  became: Taken['became'],
  contact_missing: boolean,
): Taken {
  return { id, accountvault_id, became, contact_missing }
}
