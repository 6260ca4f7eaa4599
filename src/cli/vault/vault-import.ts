import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { systemCaller } from '../../definition/caller.ts'
import type { Settable } from '../../definition/resource.ts'
import type { Store, UnitOfWork } from '../../definition/store.ts'
import { recordEvents } from '../../events/record-events.ts'
import { counted } from '../../lib/counted.ts'
import { isKnownBy, vaulting } from '../../payments/vault/vault.ts'
import type { Vaulting } from '../../payments/vaulting.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { accountvault } from '../../resources/accountvault/accountvault.ts'
import { storeVault } from '../../resources/accountvault/store-vault.ts'
import { contact } from '../../resources/contact/contact.ts'
import { atomicWrite, newFilePath } from '../atomic-write.ts'
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
 * Stores the accounts of an export at a location, sealed under this gateway's keys. The whole file is verified before
 * the first account is stored. Run again, it adds only what is missing.
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
    const target = await targetOf(operator, location)
    const ids_path = await newFilePath(ids, `tollgate-ids-${location}.tsv`)
    await readVault(file)
    const imported = await importAll(operator, target, file)
    const rows = imported.map(({ id, accountvault_id }) => `${id}\t${accountvault_id ?? ''}`)
    await atomicWrite(ids_path, async () => Readable.from([Buffer.from(['old\tnew', ...rows, ''].join('\n'))]))
    const count = (result: ImportedAccount['result']) => imported.filter(each => each.result === result).length
    print(
      `${counted(count('new'), 'account')} stored, ${counted(count('known'), 'was', 'were')} here already; their ids are in ${ids_path}`,
    )
    const alone = imported.filter(each => each.contact_missing).length
    if (alone > 0) print(`${alone} of them have no contact here with the contact_api_id of theirs, and none was made`)
    const conflicts = imported.filter(each => each.result === 'conflict')
    if (conflicts.length > 0)
      throw new Error(
        `${counted(conflicts.length, 'account was', 'accounts were')} left out, because another account here has the same account_vault_api_id: ${conflicts.map(({ id }) => id).join(', ')}`,
      )
  }
}

async function targetOf({ db }: Operator, location: string): Promise<TargetLocation> {
  const [target] = await db.query<TargetLocation>(
    'select id, root_id, default_cc, default_ach from location where id = $1 and deleted_ts is null',
    [location],
  )
  if (!target) throw new Error(`there is no location ${location}`)
  return target
}

async function importAll(operator: Operator, target: TargetLocation, file: VaultFile): Promise<ImportedAccount[]> {
  const { db, ring } = operator
  const clock = await gatewayClock(db, operator.clock)
  const parts = {
    store: operatorStore({ ...operator, clock }),
    vault: vaulting({ db, cipher: ring, clock }),
    cipher: ring,
    clock,
    target,
  }
  const imported: ImportedAccount[] = []
  const { source, count } = await readVault(file, async (line, from) => {
    imported.push(await importAccount(parts, line, from))
  })
  const stored = imported.filter(({ result }) => result === 'new').length
  const details = { source, accountvaults: count, stored }
  const caller = systemCaller(target.root_id, 'operator')
  await recordEvents(db, clock, [
    { caller, location_id: target.id, noun: 'vault_import', record_id: target.id, verb: 'created', details },
  ])
  return imported
}

/** The location that receives the accounts. */
interface TargetLocation {
  id: string
  root_id: string
  default_cc: string | null
  default_ach: string | null
}

/** The result for one account. */
interface ImportedAccount {
  /** Its id at the gateway it comes from. */
  id: string
  accountvault_id: string | null
  result: 'new' | 'known' | 'conflict'
  contact_missing: boolean
}

interface Parts {
  store: Store
  vault: Vaulting
  cipher: Cipher
  clock: Clock
  target: TargetLocation
}

/**
 * Stores one account in one transaction, unless it exists here: by its source, or by its api id with the same number.
 */
function importAccount(
  { store, vault, cipher, clock, target }: Parts,
  line: VaultLine,
  source: string,
): Promise<ImportedAccount> {
  return store.transaction({ caller: systemCaller(target.root_id, 'operator') }, async work => {
    // A simultaneous import of the same file waits here and then finds the account.
    await work.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${target.id} ${source} ${line.id}`])
    const [known] = await work.query<{ accountvault_id: string }>(
      'select accountvault_id from imported_vault where location_id = $1 and source = $2 and source_id = $3',
      [target.id, source, line.id],
    )
    if (known) return imported(line, known.accountvault_id, 'known', false)
    const namesake = await sameApiId(work, target, line)
    if (namesake && !isKnownBy(cipher, namesake.fingerprint, line.account))
      return imported(line, null, 'conflict', false)
    const holder = await contactOf(work, target, line)
    const storeAccount = async () =>
      (await storeVault(work, await vault.keep(work, target.id, line.account), recordOf(line, target, holder))).id
    const stored = namesake?.id ?? (await storeAccount())
    await work.query(
      'insert into imported_vault (root_id, location_id, source, source_id, accountvault_id, created_ts) values ($1, $2, $3, $4, $5, $6)',
      [target.root_id, target.id, source, line.id, stored, clock.seconds()],
    )
    return imported(line, stored, namesake ? 'known' : 'new', line.contact !== null && holder === null)
  })
}

async function sameApiId(work: UnitOfWork, target: TargetLocation, { fields }: VaultLine) {
  if (!fields.account_vault_api_id) return null
  const [row] = await work.query<{ id: string; fingerprint: string }>(
    `select v.id, i.fingerprint from accountvault v join instrument i on i.id = v.instrument_id
      where v.location_id = $1 and v.account_vault_api_id = $2 and v.deleted_ts is null`,
    [target.id, fields.account_vault_api_id],
  )
  return row ?? null
}

/** Both gateways know a contact by the merchant's own id only. */
async function contactOf(
  work: UnitOfWork,
  { id: location_id }: TargetLocation,
  line: VaultLine,
): Promise<string | null> {
  const contact_api_id = line.contact?.contact_api_id
  if (!contact_api_id) return null
  return (await work.find(contact, { location_id, contact_api_id }))?.id ?? null
}

function recordOf({ account, fields }: VaultLine, target: TargetLocation, contact_id: string | null) {
  const product = account.payment_method === 'cc' ? target.default_cc : target.default_ach
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return {
    ...(set as Settable<typeof accountvault>),
    location_id: target.id,
    contact_id,
    product_transaction_id: product,
  }
}

function imported(
  { id }: VaultLine,
  accountvault_id: string | null,
  result: ImportedAccount['result'],
  contact_missing: boolean,
): ImportedAccount {
  return { id, accountvault_id, result, contact_missing }
}
