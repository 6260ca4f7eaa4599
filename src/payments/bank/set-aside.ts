import { newId } from '../../lib/id.ts'
import { truncate } from '../../lib/truncate.ts'
import type { BankContext } from './bank-context.ts'

/**
 * Records that a file of the bank was not applied, and warns of it. `why` names lines and fields, never their content,
 * which may be an account number.
 */
export async function setAside(bank: BankContext, name: string, why: string): Promise<void> {
  bank.log.error({ file: name, why }, 'a file of the bank was set aside')
  const says = `The bank's file ${name} was set aside: ${why}`
  // The end of a name tells files apart, and the list of alerts keeps 64 characters.
  await bank.raise([{ root_id: '', matter: 'bank_file_set_aside', subject: name.slice(-64), says }])
  await bank.db.run(OPEN, [newId(bank.clock.now()), name, truncate(why, 512), bank.clock.seconds()])
  await bank.odfi.aside(name)
}

const OPEN = `
insert into ach_set_aside (id, name, why, state, created_ts) values ($1, $2, $3, 'open', $4)
    on conflict (name) where state = 'open' do update set why = excluded.why`

/**
 * Archives a file that was applied. An earlier file of that name that was set aside needs no person any more, unless
 * the bank gives file after file this name: then this one is the next and not the corrected one.
 */
export async function archive(bank: BankContext, name: string): Promise<void> {
  await bank.db.run(APPLIED, [name, bank.clock.seconds()])
  await bank.odfi.done(name)
}

const APPLIED = `
update ach_set_aside set state = 'applied', closed_ts = $2
 where name = $1 and state = 'open'
   and not exists (select from ach_item where file_name = $1 and ach_item.created_ts < ach_set_aside.created_ts)`
