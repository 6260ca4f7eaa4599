import { setTimeout as pause } from 'node:timers/promises'
import type { KeyRing } from '../adapters/cipher/keyring/index.ts'
import type { Database, Queryable } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import { ROOTLESS, recordEvents } from '../events/record-events.ts'
import { counted } from '../lib/counted.ts'
import type { Clock } from '../ports/clock.ts'
import { FINGERPRINT_COLUMNS, type FingerprintColumn } from './fingerprint-columns.ts'

export interface FingerprintRotation {
  db: Database
  ring: KeyRing
  clock: Clock
  /** Called with lines for the operator; none holds a fingerprint. */
  log(line: string): void
  /** Rows per commit, 500 by default. */
  chunk?: number
}

const CHUNK = 500
/** What a request computed before the key started is stored by then. */
const SETTLE_SECONDS = 3

/**
 * Adds a fingerprint key and brings every stored fingerprint to its form while the service runs. The new key
 * fingerprints what the earlier ones made, so neither numbers nor secrets are needed, and those that nobody has any
 * more come along. Both forms are taken until the earlier key is retired. After an interrupted run the next one
 * finishes it and adds no key. Returns the key and how many fingerprints were changed.
 */
export async function rotateFingerprints(rotation: FingerprintRotation): Promise<{ key_id: string; renewed: number }> {
  const { ring, clock, log } = rotation
  const is_underway = ring.fingerprintKeys().filter(({ state }) => state !== 'retired').length > 1
  const finished = is_underway ? 0 : await renewAll(rotation)
  if (finished > 0)
    log('An earlier replacement, or a restored backup, is brought up. Run the command again to add a new key.')
  const newest = is_underway || finished > 0 ? ring.fingerprintKeys().at(-1)! : await ring.addFingerprintKey()
  while (ring.fingerprintKeys().at(-1)!.starts_ts + SETTLE_SECONDS > clock.seconds()) await pause(250)
  if (!is_underway && finished === 0) log(`Fingerprints are made under key ${newest.id} from now on.`)
  const renewed = finished + (await renewAll(rotation))
  // Also where nothing was left: a run that was killed may have come as far as this and no further.
  await noteInEveryTree(rotation, newest.id)
  log(`Done: ${counted(renewed, 'fingerprint was', 'fingerprints were')} brought to key ${newest.id}.`)
  return { key_id: newest.id, renewed }
}

/** Repeated until nothing is left: a request in flight may have stored one in the earlier form. */
async function renewAll(rotation: FingerprintRotation): Promise<number> {
  for (let total = 0; ; ) {
    let round = 0
    for (const column of FINGERPRINT_COLUMNS) round += await renewColumn(rotation, column)
    if (round === 0) return total
    total += round
  }
}

interface FoundRow {
  id: string
  purpose: string
  marks: string[]
}

/**
 * Each piece is a transaction of its own: what is killed has lost nothing, and nobody waits for more than some rows.
 */
async function renewColumn(
  { db, ring, log, chunk = CHUNK }: FingerprintRotation,
  column: FingerprintColumn,
): Promise<number> {
  let [last, count, told] = ['', 0, 0]
  for (;;) {
    const rows = await db.query<FoundRow>(foundIn(column), [last, `${currentForm(ring)}%`, chunk])
    if (rows.length === 0) return count
    last = rows.at(-1)!.id
    const anew = rows.flatMap(row => renewedRow(ring, row))
    if (anew.length === 0) continue
    const { is_list } = column
    const columns = [
      anew.map(({ id }) => id),
      anew.map(({ was }) => (is_list ? JSON.stringify(was) : was[0])),
      anew.map(({ marks }) => (is_list ? JSON.stringify(marks) : marks[0])),
      anew.map(({ before }) => before),
    ]
    count += await db.transaction(async tx => {
      const done = await tx.run(updateOf(column), columns)
      if (column.also) await tx.run(`with ${ANEW} ${column.also}`, columns)
      return done
    })
    if (count - told < 10_000) continue
    told = count
    log(`${column.table.replaceAll('"', '')}.${column.column}: ${count}`)
  }
}

/** Returns how fingerprints begin that are made now; those of the first key have no such beginning. */
function currentForm(ring: KeyRing): string {
  const mark = ring.fingerprint('form', '')
  return mark.startsWith('g') ? mark.slice(0, 3) : ''
}

function renewedRow(ring: KeyRing, { id, purpose, marks: was }: FoundRow) {
  const forms = was.map(mark => ring.formsOf(purpose, mark))
  const marks = forms.map(([current], index) => current ?? was[index]!)
  if (marks.every((mark, index) => mark === was[index])) return []
  // A form that is not taken any more is of no use to anybody but who knows its key.
  return [{ id, was, marks, before: forms[0]!.includes(was[0]!) ? was[0]! : null }]
}

function foundIn({ table, column, id, purpose, is_list }: FingerprintColumn): string {
  const marks = is_list ? column : `array[${column}]`
  return `select ${id} as id, ${purpose} as purpose, ${marks} as marks from ${table}
    where ${id} > $1 and exists (select from unnest(${marks}) m where m not like $2) order by ${id} limit $3`
}

const ANEW = `anew as (select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as anew (id, was, mark, before))`

function updateOf({ table, column, id, is_list, before }: FingerprintColumn): string {
  const value = (name: string) =>
    is_list ? `array(select json_array_elements_text(anew.${name}::json))` : `anew.${name}`
  const also = before ? `, ${before} = anew.before` : ''
  return `with ${ANEW} update ${table} as kept set ${column} = ${value('mark')}${also}
    from anew where kept.${id} = anew.id and kept.${column} = ${value('was')}`
}

/** Whether a fingerprint is left that is not in the current form. */
export async function hasFormerFingerprints(db: Queryable, ring: KeyRing): Promise<boolean> {
  for (const column of FINGERPRINT_COLUMNS) {
    const found = await db.query<FoundRow>(foundIn(column), ['', `${currentForm(ring)}%`, 1])
    if (found.length > 0) return true
  }
  return false
}

/** Forgets the former fingerprints that accounts have beside the new ones. Returns how many. */
export async function forgetFormer(db: Database, chunk = CHUNK): Promise<number> {
  for (let [total, last] = [0, '']; ; ) {
    const rows = await db.query<{ id: string }>(FORMER, [last, chunk])
    if (rows.length === 0) return total
    last = rows.at(-1)!.id
    total += await db.run('update instrument set fingerprint_before = null where id = any($1)', [
      rows.map(({ id }) => id),
    ])
  }
}

const FORMER = 'select id from instrument where id > $1 and fingerprint_before is not null order by id limit $2'

/**
 * An event in every tree has its chain sealed under the new key, so that whoever knows the earlier one cannot make the
 * links of before anew.
 */
async function noteInEveryTree({ db, clock }: FingerprintRotation, key_id: string): Promise<void> {
  const details = { key_id }
  for (let last: string | null = ROOTLESS; last !== null; ) {
    const roots: { root_id: string }[] = await db.query(
      'select id as root_id from location where parent_id is null and id > $1 order by id limit $2',
      [last, CHUNK],
    )
    const about = { location_id: null, noun: 'key_ring', record_id: '', verb: 'fingerprints_renewed', details }
    const events = roots.map(({ root_id }) => ({
      caller: systemCaller(root_id, 'operator'),
      ...about,
      location_id: root_id,
    }))
    await recordEvents(db, clock, events)
    last = roots.at(-1)?.root_id ?? null
  }
}
