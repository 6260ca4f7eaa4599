import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { FEWEST_AUDIT_MONTHS } from '../config.ts'
import { sealEvents } from '../events/seal.ts'
import { trimEvents } from '../events/trim-events.ts'
import { type Chain, unsealed, verifySeals } from '../events/verify-seals.ts'
import { monthsBefore } from '../lib/local-date.ts'
import { noteOperator, type Operator } from './operator.ts'

const HEADS = { heads: { type: 'string', default: '' } } as const
const KEEP = { 'keep-months': { type: 'string', default: '' } } as const

/**
 * Verifies every link of the audit trail and fails with the name of the first broken one. The operator keeps the
 * output elsewhere: passed back with `--heads`, it shows whether the end of a chain has been cut off since.
 */
export function auditVerify(args: string[]): (operator: Operator) => Promise<void> {
  const { heads: path } = parseArgs({ args, options: HEADS }).values
  return async ({ db, ring, clock, print }) => {
    const heads = path ? readHeads(await readFile(path, 'utf8')) : []
    await sealEvents({ db, cipher: ring, clock })
    const faults: string[] = []
    for await (const chain of verifySeals({ db, cipher: ring })) {
      print(`${chain.root_id || '-'} ${chain.links} ${chain.hash}`)
      if (chain.broken) faults.push(`link ${chain.broken.position} of ${treeOf(chain)}: ${chain.broken.says}`)
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
    print(`the audit trail holds; ${waiting} events wait for their seal`)
  }
}

/** Deletes events older than a number of months; the links of the chain stay. */
export function auditTrim(args: string[]): (operator: Operator) => Promise<void> {
  const months = Number(parseArgs({ args, options: KEEP }).values['keep-months'])
  if (!Number.isInteger(months) || months < FEWEST_AUDIT_MONTHS)
    throw new Error(`audit-trim needs --keep-months with a number from ${FEWEST_AUDIT_MONTHS}`)
  return async ({ db, ring, clock, print }) => {
    print(
      `${await trimEvents({ db, cipher: ring, clock }, monthsBefore(clock.seconds(), months))} events taken away; their links stay`,
    )
  }
}

function treeOf({ root_id }: Pick<Chain, 'root_id'>): string {
  return root_id === '' ? 'what belongs to no location' : `the tree of location ${root_id}`
}

/** Parses what `audit-verify` printed: tree, link, hash. */
function readHeads(text: string): Pick<Chain, 'root_id' | 'links' | 'hash'>[] {
  const lines = text.matchAll(/^(\S+) (\d+) ([0-9a-f]{64})$/gm)
  return [...lines].map(([, tree = '', links, hash = '']) => ({
    root_id: tree === '-' ? '' : tree,
    links: Number(links),
    hash,
  }))
}
