import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import { ROOTLESS, recordEvents } from '../events/record-events.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { VERSION } from '../version.ts'

interface Parts {
  config: Config
  db: Database
  cipher: Cipher
  clock: Clock
}

/** What differs between processes of one gateway without anybody having changed anything. */
const OF_A_PROCESS: readonly string[] = ['port', 'host', 'role', 'home', 'keyring.path', 'database_url', 'log_level']

/**
 * Records in the audit trail that a process starts, and which settings differ from those of the start before (PCI DSS
 * 10.2.1.6, 10.2.1.7). Kept and compared are keyed hashes: a setting may be a secret, so no value is written down. Of
 * several processes that start with a new value one records it.
 */
export async function noteStart({ config, db, cipher, clock }: Parts): Promise<void> {
  const settings = { ...settingsOf(config), version: VERSION }
  const marks = Object.entries(settings).map(([name, value]) => [name, markOf(cipher, name, value)])
  const names_of = marks.map(([name]) => name)
  const columns = [names_of, marks.map(([, mark]) => mark), clock.seconds()]
  const forms = Object.entries(settings).flatMap(([name, value]) =>
    cipher.fingerprints('setting', `${name} ${value}`).map(form => ({ name, form, mark: markOf(cipher, name, value) })),
  )
  await db.transaction(async tx => {
    const known = await tx.query('select from setting_mark limit 1')
    // The same value under another key of fingerprints.
    if (forms.length > names_of.length)
      await tx.run(RENEW, [forms.map(({ name }) => name), forms.map(({ form }) => form), forms.map(({ mark }) => mark)])
    const changed = await tx.query<{ name: string }>(CHANGED, columns)
    const names = known.length === 0 ? [] : changed.map(({ name }) => name).toSorted()
    const details = { version: VERSION, role: config.role, changed: names }
    const about = { location_id: null, noun: 'gateway', record_id: '', verb: 'started', details }
    await recordEvents(tx, clock, [{ caller: systemCaller(ROOTLESS, 'gateway'), ...about }])
  })
}

const markOf = (cipher: Cipher, name: string, value: string): string =>
  cipher.fingerprint('setting', `${name} ${value}`)

const RENEW = `update setting_mark m set mark = given.mark from unnest($1::text[], $2::text[], $3::text[]) as given (name, form, mark)
 where m.name = given.name and m.mark = given.form and m.mark <> given.mark`

/** Names in one order, so that two processes that start at once never wait for each other. */
const CHANGED = `
insert into setting_mark as m (name, mark, changed_ts)
select name, mark, $3 from unnest($1::text[], $2::text[]) as given (name, mark) order by name
    on conflict (name) do update set mark = excluded.mark, changed_ts = excluded.changed_ts where m.mark <> excluded.mark
returning name`

/** Returns each setting by its path, such as `keep.audit_months`, with its value as text. */
function settingsOf(config: object, path = ''): Record<string, string> {
  const entries = Object.entries(config).flatMap(([name, value]): [string, string][] => {
    const full = `${path}${name}`
    if (OF_A_PROCESS.includes(full)) return []
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[full, JSON.stringify(value)]]
    return Object.entries(settingsOf(value, `${full}.`))
  })
  return Object.fromEntries(entries)
}
