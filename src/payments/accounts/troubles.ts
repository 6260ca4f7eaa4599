import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { type DueScanDefinition, dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask, type JobRun, type Tasks } from '../../jobs/declare/task.ts'
import type { Letter } from '../../lib/letter.ts'
import { redactText } from '../../lib/redact-text.ts'
import type { Clock } from '../../ports/clock.ts'
import { type OperatorMail, tellOperator } from '../tell-operator.ts'

const troubleTask = defineTask<{ account: string }>('processor.trouble')

/** Accounts of whose settings the operator is to be told, one mail for each. */
export const troubleNotices: DueScanDefinition = dueScan({
  name: 'settings of processors to tell of',
  table: 'processor_trouble',
  column: 'notice_ts',
  task: troubleTask,
  by: 'processor_account_id',
  payload: { account: 'processor_account_id' },
  most: 100,
  revive: 3600,
})

interface Parts {
  db: Database
  clock: Clock
  log: Pick<Logger, 'error'>
}

/** The operator is told of an account at most once in so many seconds. */
const PAUSE = 3_600
/** Seconds until a process notes again what it has noted: every payment of the account may fail. */
const NOTED_SECONDS = 10
const LONGEST = 255

/** Returns what notes that a processor refuses an account's settings. It is not waited for, and never throws. */
export function noteTrouble({ db, clock, log }: Parts): (account: string, problem: string) => void {
  const noted = new Map<string, number>()
  return (account, given) => {
    const seconds = clock.seconds()
    const last = noted.get(account)
    if (last !== undefined && last > seconds - NOTED_SECONDS) return
    if (noted.size > 10_000) noted.clear()
    noted.set(account, seconds)
    const problem = redactText(given).replaceAll(/\s+/g, ' ').replaceAll('\u0000', '').slice(0, LONGEST)
    log.error({ processor_account_id: account, problem }, "a processor refuses an account's settings")
    void db.run(NOTE, [account, problem, seconds]).catch(error => {
      log.error({ processor_account_id: account, message: String(error) }, 'this could not be noted')
    })
  }
}

const NOTE = `
insert into processor_trouble (processor_account_id, root_id, problem, first_ts, last_ts, notice_ts)
select id, root_id, $2, $3::bigint, $3::bigint, $3::bigint from processor_account where id = $1
on conflict (processor_account_id, root_id) do update
   set problem = excluded.problem, last_ts = excluded.last_ts,
       notice_ts = coalesce(processor_trouble.notice_ts, greatest(excluded.last_ts, processor_trouble.noticed_ts + ${PAUSE}))`

/** What workers do for settings that are refused: they tell the operator. */
export function troubleTasks(parts: Pick<Parts, 'db' | 'clock'> & OperatorMail & { publicUrl(): string }): Tasks {
  return troubleTask.does(job => tell(parts, job))
}

interface Trouble {
  root_id: string
  product_transaction_id: string
  title: string
  connector: string | null
  problem: string
}

async function tell(
  { db, clock, publicUrl, ...mail }: Parameters<typeof troubleTasks>[0],
  { id, payload: { account } }: JobRun<{ account: string }>,
): Promise<void> {
  const [found] = await db.query<Trouble>(TROUBLE, [account])
  if (!found) return
  const about = { id, reason: 'processor.trouble', location_id: found.root_id }
  await tellOperator(mail, troubleLetter(found, publicUrl()), about)
  await db.run('update processor_trouble set notice_ts = null, noticed_ts = $2 where processor_account_id = $1', [
    account,
    clock.seconds(),
  ])
}

const TROUBLE = `
select t.root_id, a.product_transaction_id, p.title, a.connector, t.problem
  from processor_trouble t join processor_account a on a.root_id = t.root_id and a.id = t.processor_account_id
  join producttransaction p on p.root_id = a.root_id and p.id = a.product_transaction_id
 where t.processor_account_id = $1 and t.notice_ts is not null`

function troubleLetter({ product_transaction_id, title, connector, problem }: Trouble, public_url: string): Letter {
  return {
    subject: `Payments of ${title} are declined: its processor refuses the settings`,
    preview: problem,
    sender: { name: 'Tollgate', accent: null, lines: [public_url] },
    heading: 'Settings of a processor do not work',
    paragraphs: [
      `Payments through ${title} are declined, because ${connector ?? 'its processor'} refuses the account.`,
    ],
    figure: null,
    rows: [
      { label: 'Product', value: product_transaction_id },
      { label: 'Connector', value: connector ?? 'none' },
      { label: 'Problem', value: problem },
    ],
    quote: null,
    button: null,
    notes: [
      `To try it: npm run tollgate -- processor check --product ${product_transaction_id}`,
      'This is sent once an hour at most.',
    ],
  }
}
