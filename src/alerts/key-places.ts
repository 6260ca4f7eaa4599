import type { Database } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import { addressGroup } from '../lib/address-group.ts'
import { writtenLater } from '../lib/written-later.ts'
import type { Clock } from '../ports/clock.ts'
import type { Raise, Warning } from './raise-alert.ts'

/** Notes from where keys are used, in memory first; nobody waits for it. */
export interface KeyPlaces {
  /** `country`: what a proxy in front says, where one does. */
  note(caller: Caller, country: string | null): void
  flush(): Promise<void>
}

interface KeyPlacesParts {
  db: Database
  clock: Clock
  raise: Raise
}

type Kind = 'network' | 'country'

interface Place {
  root_id: string
  credential: string
  kind: Kind
  place: string
  user_id: string
}

/** What servers use, and so comes from few places. Pages and signed addresses are opened by anybody's browser. */
const OF_SERVERS: readonly string[] = ['user-key', 'oauth']
const FLUSH_MS = 2_000
const MOST_SEEN = 50_000
const DAY = 86_400
/** Further places of a key are forgotten when it has not come from there for so long. */
const KEPT_SECONDS = 400 * DAY
/** The place a key came from last is what an old key in new hands is found by. */
const LAST_KEPT_SECONDS = 3 * 365 * DAY
const PIECE = 1_000

export function keyPlaces({ db, clock, raise }: KeyPlacesParts): KeyPlaces {
  const seen = new Set<string>()
  let fresh = new Map<string, Place>()
  const { soon, flush } = writtenLater(FLUSH_MS, async () => {
    const places = [...fresh.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    fresh = new Map()
    if (places.length === 0) return
    const columns = (['root_id', 'credential', 'kind', 'place', 'user_id'] as const).map(name =>
      places.map(each => each[name]),
    )
    const added = await db.query<Place & { is_first: boolean }>(LEARN, [...columns, clock.seconds()])
    await raise(added.filter(({ is_first }) => !is_first).map(warningOf))
  })
  const add = (place: Place): void => {
    // Once a day, so that what is in use is not forgotten.
    const key = `${keyOf(place)} ${Math.floor(clock.seconds() / DAY)}`
    if (seen.has(key)) return
    if (seen.size >= MOST_SEEN) seen.clear()
    seen.add(key)
    fresh.set(keyOf(place), place)
    soon()
  }
  return {
    note({ root_id, credential, method, address, user_id }, country) {
      if (!credential || !user_id || !OF_SERVERS.includes(method)) return
      if (address) add({ root_id, credential, kind: 'network', place: networkOf(address), user_id })
      if (country && /^[A-Za-z]{2}$/.test(country))
        add({ root_id, credential, kind: 'country', place: country.toUpperCase(), user_id })
    },
    flush,
  }
}

const keyOf = ({ root_id, credential, kind, place }: Place): string => `${root_id} ${credential} ${kind} ${place}`

/** Returns the /16 of an IPv4 address or the /32 of an IPv6 address: what a provider usually has in one place. */
function networkOf(address: string): string {
  const group = addressGroup(address)
  if (!group.includes(':')) return `${group.split('.').slice(0, 2).join('.')}.0.0/16`
  return `${group.split(':').slice(0, 2).join(':')}::/32`
}

/** What a key is first used from is learned; only what comes after it is worth a warning. */
const LEARN = `
with stored as (
  insert into key_place as p (root_id, credential, kind, place, first_ts, used_ts)
  select root_id, credential, kind, place, $6, $6
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as given (root_id, credential, kind, place)
      on conflict (root_id, credential, kind, place) do update set used_ts = greatest(p.used_ts, excluded.used_ts)
  returning root_id, credential, kind, place, xmax = 0 as is_new),
added as (select root_id, credential, kind, place from stored where is_new)
select a.*, g.user_id, not exists (
         select from key_place k where (k.root_id, k.credential, k.kind) = (a.root_id, a.credential, a.kind)) as is_first
  from added a
  join unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as g (root_id, credential, kind, place, user_id)
 using (root_id, credential, kind, place)`

function warningOf({ root_id, credential, kind, place, user_id }: Place): Warning {
  const says = `The key or grant ${credential} of user ${user_id} was used from the ${kind} ${place} for the first time.`
  return { root_id, matter: 'key_place', subject: credential, says }
}

/** Forgets places that keys have not come from for long, in pieces. Returns how many. */
export async function purgeKeyPlaces(db: Database, clock: Clock, stopping: AbortSignal): Promise<number> {
  const seconds = clock.seconds()
  for (let total = 0; ; ) {
    const done = await db.run(FORGET, [seconds - KEPT_SECONDS, seconds - LAST_KEPT_SECONDS])
    total += done
    if (done < PIECE || stopping.aborted) return total
  }
}

const FORGET = `
delete from key_place where (root_id, credential, kind, place) in (
  select root_id, credential, kind, place from key_place k
   where used_ts < $1 and (used_ts < $2 or exists (
           select from key_place l where (l.root_id, l.credential, l.kind) = (k.root_id, k.credential, k.kind)
              and (l.used_ts, l.place) > (k.used_ts, k.place)))
   order by used_ts limit ${PIECE})`
