import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { systemCaller } from '../../definition/caller.ts'
import { recordEvents } from '../../events/record-events.ts'
import type { VaultAccount } from '../../lib/account.ts'
import { counted } from '../../lib/counted.ts'
import { vaulting } from '../../payments/vault/vault.ts'
import type { Vaulting } from '../../payments/vaulting.ts'
import type { Clock } from '../../ports/clock.ts'
import { checkRecipient, encryptTo } from '../age.ts'
import { atomicWrite, newFilePath } from '../atomic-write.ts'
import { gatewayClock, type Operator } from '../operator.ts'
import { CARRIED, type VaultEnd, type VaultLine, vaultHead } from './vault-line.ts'

const OPTIONS = {
  location: { type: 'string', default: '' },
  recipient: { type: 'string', default: '' },
  to: { type: 'string', default: '' },
  'yes-export-card-numbers': { type: 'boolean', default: false },
} as const

/** Accounts per page, opened and noted in the audit trail together. */
const CHUNK = 200

/**
 * Writes the stored accounts of a location and those below it, or of all merchants, for one recipient. Numbers are in
 * clear in memory only, one page at a time. The export is noted in the audit trail before any account is opened, and
 * each opened account is, as for a payment.
 */
export function vaultExport(args: string[]): (operator: Operator) => Promise<void> {
  const { location, recipient, to, ...sure } = parseArgs({ args, options: OPTIONS }).values
  if (!location || !recipient || !to)
    throw new Error(
      'vault-export needs --location and an id or all, --recipient age1… and --to a file that is not there yet',
    )
  checkRecipient(recipient)
  if (!sure['yes-export-card-numbers'])
    throw new Error(
      'vault-export writes card numbers that the recipient can read: say so with --yes-export-card-numbers',
    )
  return async operator => {
    const { db, shutdown, print } = operator
    const clock = await gatewayClock(db, operator.clock)
    const place = await newFilePath(to, `tollgate-vault-${location}.jsonl.age`)
    const counts = await countsOf(operator, location)
    await noteExport(operator, clock, counts, { location, recipient })
    const stop = new AbortController()
    void shutdown.requested.then(() => stop.abort())
    const state = { written: 0 }
    const lines = linesOf(operator, clock, location, counts, state)
    await atomicWrite(place, () => encryptTo(recipient, Readable.from(lines, { objectMode: false })), stop.signal)
    print(`${place} holds ${counted(state.written, 'account')} for ${recipient}`)
  }
}

interface TreeCount {
  root_id: string
  count: number
}

/** Returns the number of accounts by tree. Throws when there is no such location or no account. */
async function countsOf({ db }: Operator, location: string): Promise<TreeCount[]> {
  if (location !== 'all') {
    const known = await db.query('select 1 from location where id = $1 and deleted_ts is null', [location])
    if (known.length === 0) throw new Error(`there is no location ${location}`)
  }
  const counts = await db.query<TreeCount>(
    `select root_id, count(*) as count from accountvault v where ${CHOSEN} group by root_id order by root_id`,
    [location],
  )
  if (counts.length === 0) throw new Error('there are no stored accounts')
  return counts
}

const CHOSEN = `v.deleted_ts is null and
  ($1 = 'all' or v.location_id in (select descendant_id from location_tree where ancestor_id = $1))`

async function noteExport(
  { db }: Operator,
  clock: Clock,
  counts: readonly TreeCount[],
  { location, recipient }: { location: string; recipient: string },
): Promise<void> {
  await recordEvents(
    db,
    clock,
    counts.map(({ root_id, count }) => ({
      caller: systemCaller(root_id, 'operator'),
      location_id: location === 'all' ? root_id : location,
      noun: 'vault_export',
      record_id: location === 'all' ? root_id : location,
      verb: 'revealed',
      details: { accountvaults: count, recipient },
    })),
  )
}

async function* linesOf(
  operator: Operator,
  clock: Clock,
  location: string,
  counts: readonly TreeCount[],
  state: { written: number },
): AsyncGenerator<Buffer> {
  const { db, ring } = operator
  const vault = vaulting({ db, cipher: ring, clock })
  const taken = Temporal.Instant.fromEpochMilliseconds(clock.now()).toString({ smallestUnit: 'second' })
  yield lineOf(vaultHead(await sourceOf(operator), taken))
  for (const { root_id } of counts) {
    for await (const line of accountsOf(operator, vault, root_id, location)) {
      state.written += 1
      yield lineOf(line)
    }
  }
  yield lineOf({ accountvaults: state.written } satisfies VaultEnd)
}

interface VaultRow extends Record<string, unknown> {
  id: string
  location_id: string
  instrument_id: string
  exp_date: string | null
  account_holder_name: string | null
  contact: VaultLine['contact']
}

async function* accountsOf(
  { db }: Operator,
  vault: Vaulting,
  root_id: string,
  location: string,
): AsyncGenerator<VaultLine> {
  let last = ''
  for (;;) {
    const rows = await db.query<VaultRow>(NEXT, [location, root_id, last])
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    const ids = rows.map(({ instrument_id }) => instrument_id)
    const opened = await vault.openAll(systemCaller(root_id, 'operator'), ids)
    for (const row of rows) {
      const found = opened.get(row.instrument_id)
      if (!found) throw new Error(`the account of ${row.id} is missing`)
      const fields = Object.fromEntries(CARRIED.map(name => [name, row[name] ?? null]))
      yield {
        id: row.id,
        location_id: row.location_id,
        contact: row.contact,
        account: current(found.account, row),
        fields,
      }
    }
  }
}

const NEXT = `select v.*, case when c.id is not null then json_build_object('id', c.id, 'contact_api_id', c.contact_api_id) end as contact
  from accountvault v left join contact c on c.id = v.contact_id
 where ${CHOSEN} and v.root_id = $2 and v.id > $3 order by v.id limit ${CHUNK}`

/** A vault may have a later expiry date and another name than the account it was created with. */
function current(account: VaultAccount, { exp_date, account_holder_name }: VaultRow): VaultAccount {
  const named = { ...account, account_holder_name: account_holder_name ?? account.account_holder_name }
  return named.payment_method === 'cc' && exp_date ? { ...named, exp_date } : named
}

/** Returns an identifier of this gateway that survives key rotations and restores. */
async function sourceOf({ db }: Operator): Promise<string> {
  const [row] = await db.query<{ canary: string }>('select canary from installation where id = 1')
  return createHash('sha256').update(row!.canary).digest('hex').slice(0, 32)
}

function lineOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
