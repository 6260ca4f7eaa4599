import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { dropWeeks } from '../db/weeks.ts'
import { sealEvents } from '../events/seal.ts'
import { FIRST_HASH } from '../events/seal-marks.ts'
import { trimEvents } from '../events/trim-events.ts'
import {
  type Break,
  type Chain,
  linkBehind,
  unsealed,
  verifyChain,
  verifyChainFrom,
  verifySeals,
} from '../events/verify-seals.ts'
import { counted } from '../lib/counted.ts'
import { monthsBefore } from '../lib/local-date.ts'
import { FEWEST_AUDIT_MONTHS } from '../settings/settings.ts'
import { noteOperator, type Operator } from './operator.ts'

const VERIFY = {
  heads: { type: 'string', default: '' },
  accept: { type: 'string', default: '' },
  note: { type: 'string', default: '' },
} as const
const KEEP = { 'keep-months': { type: 'string', default: '' } } as const

/**
 * Verifies every link of the audit trail and fails with the names of the broken ones, but for those that were accepted.
 * The operator keeps the output elsewhere: passed back with `--heads`, it shows whether the end of a chain has been cut
 * off since.
 */
export function auditVerify(args: string[]): (operator: Operator) => Promise<void> {
  const { heads: path, accept, note } = parseArgs({ args, options: VERIFY }).values
  if ((accept === '') !== (note === ''))
    throw new Error('audit-verify --accept <root location id, or -> needs a --note')
  if (accept) return operator => acceptBreak(operator, accept === '-' ? '' : accept, note)
  return async ({ db, ring, clock, print }) => {
    const heads = path ? readHeads(await readFile(path, 'utf8')) : []
    await sealEvents({ db, cipher: ring, clock })
    const faults: string[] = []
    for await (const chain of verifySeals({ db, cipher: ring })) {
      print(`${chain.root_id || '-'} ${chain.links} ${chain.hash}`)
      for (const broken of chain.breaks) {
        const fault = `${placeOf(chain, broken)}: ${broken.says}`
        if (broken.is_accepted) print(`accepted: ${fault}`)
        else faults.push(fault)
      }
    }
    for (const { root_id, links, hash } of heads) {
      const [link] = await db.query<{ hash: string }>(
        'select hash from event_seal where root_id = $1 and position = $2',
        [root_id, links],
      )
      if (link?.hash !== hash)
        faults.push(`link ${links} of ${treeOf({ root_id })}: it is not the one that was seen before`)
    }
    const waiting = await unsealed(db)
    await noteOperator({ db, clock }, 'audit_trail', 'verified', { faults: faults.length })
    if (faults.length > 0) throw new Error(`the audit trail is broken at ${faults.join('; ')}`)
    print(`the audit trail holds; ${counted(waiting, 'event waits for its', 'events wait for their')} seal`)
  }
}

/** A broken link stays broken: from now on it is accepted, and the watch looks at what comes after it. */
async function acceptBreak({ db, ring, clock, print }: Operator, root_id: string, note: string): Promise<void> {
  const parts = { db, cipher: ring }
  const [seen] = await db.query<{ links: number; hash: string }>(
    'select position as links, hash from verified_chain where root_id = $1',
    [root_id],
  )
  const watched = await verifyChainFrom(parts, { root_id, links: seen?.links ?? 0, hash: seen?.hash ?? FIRST_HASH })
  // What was broken behind the watch only the whole chain tells.
  const broken = watched.broken ?? (await verifyChain(parts, root_id)).broken
  if (!broken) throw new Error(`no link of ${treeOf({ root_id })} is broken that was not accepted`)
  await db.run(ACCEPT, [root_id, broken.position, broken.says, note, clock.seconds()])
  await noteOperator({ db, clock }, 'audit_trail', 'break_accepted', { tree: root_id || '-', ...broken, note })
  const place = placeOf({ root_id }, broken)
  if (watched.broken === null) return print(`${place} stays broken: ${broken.says}`)
  const next = (await linkBehind(db, root_id, broken.position)) ?? (await lastLink(db, root_id))
  await db.run(GO_ON, [root_id, next.links, next.hash, clock.seconds()])
  print(`${place} stays broken: ${broken.says}; the watch goes on after link ${next.links}`)
}

const ACCEPT = `insert into accepted_break (root_id, position, says, note, accepted_ts) values ($1, $2, $3, $4, $5)
    on conflict do nothing`

/** Where the end was cut off. */
async function lastLink(db: Operator['db'], root_id: string): Promise<{ links: number; hash: string }> {
  const [last] = await db.query<{ links: number; hash: string }>(
    'select position as links, hash from event_seal where root_id = $1 order by position desc limit 1',
    [root_id],
  )
  return last ?? { links: 0, hash: FIRST_HASH }
}

const GO_ON = `insert into verified_chain (root_id, position, hash, verified_ts) values ($1, $2, $3, $4)
    on conflict (root_id) do update set position = excluded.position, hash = excluded.hash, verified_ts = excluded.verified_ts`

/** Deletes events older than a number of months; the links of the chain stay. */
export function auditTrim(args: string[]): (operator: Operator) => Promise<void> {
  const months = Number(parseArgs({ args, options: KEEP }).values['keep-months'])
  if (!Number.isInteger(months) || months < FEWEST_AUDIT_MONTHS)
    throw new Error(`audit-trim needs --keep-months with a number from ${FEWEST_AUDIT_MONTHS}`)
  return async ({ db, ring, clock, print }) => {
    const before = monthsBefore(clock.seconds(), months)
    print(`${counted(await trimEvents({ db, cipher: ring, clock }, before), 'event')} taken away; the links stay`)
    const { is_read } = await dropWeeks(db, 'event', before)
    if (is_read) print('somebody reads the trail at the moment: run this again to give back the room of what is over')
  }
}

function placeOf(tree: Pick<Chain, 'root_id'>, { position }: Break): string {
  return position === 0 ? treeOf(tree) : `link ${position} of ${treeOf(tree)}`
}

function treeOf({ root_id }: Pick<Chain, 'root_id'>): string {
  return root_id === '' ? 'what belongs to no location' : `the tree of location ${root_id}`
}

/** Parses what `audit-verify` printed: tree, link, hash. */
function readHeads(text: string): Pick<Chain, 'root_id' | 'links' | 'hash'>[] {
  const lines = text.matchAll(/^(\S+) (\d+) ([0-9a-z]{64})$/gm)
  return [...lines].map(([, tree = '', links, hash = '']) => ({
    root_id: tree === '-' ? '' : tree,
    links: Number(links),
    hash,
  }))
}
