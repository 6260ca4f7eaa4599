import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { systemCaller } from '../../definition/caller.ts'
import { noteEvents } from '../../events/note-event.ts'
import { vaulting } from '../../payments/vault/vault.ts'
import { newPlace, writeWhole } from '../atomic-write.ts'
import { gatewayClock } from '../gateway-clock.ts'
import type { Operator } from '../operator.ts'
import { operatorStore } from '../operator-store.ts'
import { keepLine, type Place, type Taken } from './keep-line.ts'
import { readVault, type VaultFile } from './read-vault.ts'

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
