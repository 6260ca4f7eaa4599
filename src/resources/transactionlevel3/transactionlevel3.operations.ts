import type { Operations } from '../../definition/noun.ts'
import { invalidField } from '../../lib/problem.ts'
import { NOT_OFFERED, transactionlevel3Rules } from './transactionlevel3.rules.ts'
import { transactionlevel3 } from './transactionlevel3.ts'

/**
 * A POST replaces what the transaction has (contract 4.11, rule 1). A transaction that may have Level 3 data always has
 * some, filled in by the gateway: replacing that is a creation to the caller, replacing one's own is not.
 */
export const transactionlevel3Operations: Operations<typeof transactionlevel3> = {
  archive: 'archived_transactionlevel3',
  async create({ actor, draft, refs, moment, store }) {
    const { load, decide } = transactionlevel3Rules.create!
    return store.transaction(actor, async work => {
      const facts = await load!(draft, refs, work, moment)
      const { set } = decide!(draft, facts, moment)
      const locked = facts.existing && (await work.lock(transactionlevel3, facts.existing.id))
      if (!locked) throw invalidField('transaction_id', NOT_OFFERED)
      return { row: await work.update(transactionlevel3, locked, set), is_new: locked.automatic }
    })
  },
}
